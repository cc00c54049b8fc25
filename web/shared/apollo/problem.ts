import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import type { ProofDemand } from '#schema/rules/proof-work.ts';
import { isObject } from '#web/shared/is-object.ts';

/** The problem of a failed operation, for screens. */
export interface ClientProblem {
  /** The HTTP status of /api's answer; 0 when the server was not reached. */
  readonly status: number;
  /** The gateway's error code; undefined when the answer is not from the gateway. */
  readonly code?: string;
  readonly messageKey?: string;
  /** The values of the message's placeholders; instants in ISO 8601. */
  readonly messageValues?: Readonly<Record<string, string>>;
  readonly detail?: string;
  /** Field of the REST body → message keys. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly retryAfter?: number;
  /** With `messages.secondFactorNeeded`: the challenge for the second step of the sign-in. */
  readonly challenge?: string;
  /** With the code PROOF_REQUIRED: the proof of work that the sign-in must bring. */
  readonly proof?: ProofDemand;
  /** The caller cancelled or left the page, so there is nothing to show. */
  readonly cancelled: boolean;
}

/** The message key for a printed code whose target was deleted. */
export const codeOfDeleted = 'messages.printedCodeDeleted';
/** The message key for a printed QR code that a newer QR code replaced. */
export const codeReplaced = 'messages.printedCodeReplaced';

export function problemOf(error: unknown): ClientProblem {
  if (CombinedGraphQLErrors.is(error)) return problemFrom(error.errors[0], 500);
  // An answer of a proxy with the same status carries no GraphQL error.
  if (ServerError.is(error)) return problemFrom(errorIn(error.bodyText), error.statusCode);
  return { status: 0, cancelled: error instanceof DOMException && error.name === 'AbortError' };
}

// A proxy, too, can know that a request is too large, or that there are too many requests.
const knownToProxies = [413, 429];

/**
 * Whether something between the device and the gateway refused, such as the sign-in page of a network: a refusal of the
 * gateway has a code. Another try may pass.
 */
export const isByProxy = ({ status, code }: Pick<ClientProblem, 'status' | 'code'>): boolean =>
  code === undefined && status >= 400 && status < 500 && !knownToProxies.includes(status);

interface GraphQLErrorFields {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

function problemFrom(error: GraphQLErrorFields | undefined, status: number): ClientProblem {
  const extensions = error?.extensions;
  const detail = textOf(extensions?.detail);
  return {
    status: numberOf(extensions?.status) ?? status,
    code: textOf(extensions?.code),
    // Beside the server's own words, the key is only that of the status.
    messageKey: detail === undefined ? textOf(extensions?.messageKey) : undefined,
    messageValues: textsOf(extensions?.messageValues),
    detail: detail ?? error?.message,
    fields: fieldsOf(extensions?.fields),
    retryAfter: numberOf(extensions?.retryAfter),
    challenge: textOf(extensions?.challenge),
    proof: proofIn(extensions?.proof),
    cancelled: false,
  };
}

/** The first GraphQL error in a body that Apollo Client did not parse because of the status. */
function errorIn(body: string): GraphQLErrorFields | undefined {
  try {
    const { errors } = JSON.parse(body) as { errors?: unknown };
    const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
    if (!isObject(first) || typeof first['message'] !== 'string') return undefined;
    return { message: first['message'], extensions: isObject(first['extensions']) ? first['extensions'] : undefined };
  } catch {
    return undefined;
  }
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function proofIn(value: unknown): ProofDemand | undefined {
  if (!isObject(value)) return undefined;
  const { challenge, bits } = value;
  return typeof challenge === 'string' && typeof bits === 'number' ? { challenge, bits } : undefined;
}

function textsOf(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return undefined;
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
