import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';

/** What the screens need to know of a failed operation. */
export interface ClientProblem {
  /** The HTTP status of the REST answer behind it; 0 when the server was not reached. */
  readonly status: number;
  /** The gateway's own code; absent when it was not the gateway that answered. */
  readonly code?: string;
  readonly messageKey?: string;
  /** What the message's placeholders stand for; instants in ISO 8601. */
  readonly messageValues?: Readonly<Record<string, string>>;
  readonly detail?: string;
  /** Field of the REST body → message keys. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly retryAfter?: number;
  /** The caller gave up, or left the page: nothing to tell anybody. */
  readonly cancelled: boolean;
}

export function problemOf(error: unknown): ClientProblem {
  if (CombinedGraphQLErrors.is(error)) return toldBy(error.errors[0], 500);
  // What a proxy says with the same status carries no error of ours.
  if (ServerError.is(error)) return toldBy(errorIn(error.bodyText), error.statusCode);
  return { status: 0, cancelled: error instanceof DOMException && error.name === 'AbortError' };
}

interface Told {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

function toldBy(error: Told | undefined, status: number): ClientProblem {
  const extensions = error?.extensions;
  return {
    status: numberOf(extensions?.status) ?? status,
    code: textOf(extensions?.code),
    messageKey: textOf(extensions?.messageKey),
    messageValues: textsOf(extensions?.messageValues),
    detail: error?.message,
    fields: fieldsOf(extensions?.fields),
    retryAfter: numberOf(extensions?.retryAfter),
    cancelled: false,
  };
}

/** The first error of an answer whose status made the client give up before it read the body. */
function errorIn(body: string): Told | undefined {
  try {
    const { errors } = JSON.parse(body) as { errors?: unknown };
    const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
    if (!isRecord(first) || typeof first['message'] !== 'string') return undefined;
    return { message: first['message'], extensions: isRecord(first['extensions']) ? first['extensions'] : undefined };
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function textsOf(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function fieldsOf(value: unknown): Record<string, string[]> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields: Record<string, string[]> = {};
  for (const [field, keys] of Object.entries(value)) {
    if (Array.isArray(keys)) fields[field] = keys.filter((key) => typeof key === 'string');
  }
  return fields;
}
