import type { Response } from 'supertest';
import type { Operation } from '#schema/rest/operation.ts';

/** How one transport answered. */
export interface Answer {
  /** `yes`; `none` where nothing was found or each row of several was refused; or the status of the refusal. */
  readonly kind: string;
  /** The ids of the outermost rows. */
  readonly ids: readonly string[];
  readonly text: string;
}

type Values = Readonly<Record<string, unknown>>;
const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const rowsOf = (value: unknown): unknown => (isValues(value) ? (value['results'] ?? value['items'] ?? value) : value);

function answerFrom(value: unknown, { isListed, text }: { readonly isListed: boolean; readonly text: string }): Answer {
  const rows = rowsOf(value);
  const isNothing = Array.isArray(rows) && (rows.length === 0 ? isListed : rows.every(isRefused));
  return { kind: isNothing ? 'none' : 'yes', ids: idsIn(value), text };
}

const isRefused = (row: unknown): boolean => isValues(row) && typeof row['messageKey'] === 'string';

function idsIn(value: unknown, depth = 0): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => idsIn(each, depth));
  if (!isValues(value) || depth > 3) return [];
  const { id } = value;
  return typeof id === 'string' ? [id] : Object.values(value).flatMap((each) => idsIn(each, depth + 1));
}

export function ofRest({ status, body, text }: Response, isListed: boolean): Answer {
  if (status >= 400) return { kind: String(status), ids: [], text };
  return answerFrom(body, { isListed, text });
}

interface GraphqlBody {
  readonly data?: Values | null;
  readonly errors?: readonly { readonly extensions?: { readonly status?: number } }[];
}

export function ofGraphql({ body, text }: Response, { name }: Operation, isListed: boolean): Answer {
  const { data, errors: [first] = [] } = body as GraphqlBody;
  if (first) return { kind: String(first.extensions?.status), ids: [], text };
  return answerFrom(data?.[name], { isListed, text });
}
