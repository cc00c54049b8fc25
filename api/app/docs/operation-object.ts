import { type Access, accessInWords } from '#schema/access.ts';
import { type NeededScope, scopeInWords, scopeOf } from '#schema/api-key-scopes.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { type Parameter, parametersOf } from './parameters.ts';
import { type RequestBody, requestBodyOf } from './request-bodies.ts';
import { responsesOf } from './responses.ts';
import { tagOf } from './tags.ts';

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: ReturnType<typeof responsesOf>;
}

/** The OpenAPI operation object of one operation. */
export function operationObject(operation: Operation): OperationObject {
  const { name, summary, limits, access } = operation;
  const [first = summary] = summary.split(/(?<=[.:;]) /);
  const scope = scopeOf(operation);
  const requestBody = requestBodyOf(operation);
  return {
    operationId: name,
    tags: [tagOf(operation)],
    summary: first.replace(/[.:;]$/, ''),
    description: `${summary}${limits === undefined ? '' : `\n\nLimits: ${limits}.`}\n\nAccess: ${accessInWords(access)}; ${scopeInWords(scope)}.`,
    security: security(access, scope),
    parameters: parametersOf(operation),
    ...(requestBody && { requestBody }),
    responses: responsesOf(operation),
  };
}

function security({ kind }: Access, scope: NeededScope): Record<string, string[]>[] {
  const staff: Record<string, string[]>[] = [{ staffToken: [] }];
  if (scope !== 'never') staff.push({ apiKey: scope === 'none' ? [] : [scope] });
  if (kind === 'staff') return staff;
  if (kind === 'student') return [{ profileToken: [] }];
  if (kind === 'either') return [{ profileToken: [] }, ...staff];
  // The token is optional.
  return [{}];
}
