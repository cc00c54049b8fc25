import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';

/** What the screens need to know of a failed operation. */
export interface ClientProblem {
  /** The HTTP status of the REST answer behind it; 0 when the server was not reached. */
  readonly status: number;
  readonly messageKey?: string;
  readonly detail?: string;
  /** Field of the REST body → message keys. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly retryAfter?: number;
  /** The caller gave up, or left the page: nothing to tell anybody. */
  readonly cancelled: boolean;
}

export function problemOf(error: unknown): ClientProblem {
  const extensions = CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions : undefined;
  const detail = CombinedGraphQLErrors.is(error) ? error.errors[0]?.message : undefined;
  if (CombinedGraphQLErrors.is(error)) {
    return {
      status: numberOf(extensions?.status) ?? 500,
      messageKey: textOf(extensions?.messageKey),
      detail,
      fields: fieldsOf(extensions?.fields),
      retryAfter: numberOf(extensions?.retryAfter),
      cancelled: false,
    };
  }
  if (ServerError.is(error)) return { status: error.statusCode, cancelled: false };
  return { status: 0, cancelled: error instanceof DOMException && error.name === 'AbortError' };
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function fieldsOf(value: unknown): Record<string, string[]> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields: Record<string, string[]> = {};
  for (const [field, keys] of Object.entries(value)) {
    if (Array.isArray(keys)) fields[field] = keys.filter((key) => typeof key === 'string');
  }
  return fields;
}
