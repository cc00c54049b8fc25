import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { failureOf } from './failures.ts';
import { retryAfterSeconds } from './retry-after.ts';
import type { UpstreamAnswer } from './upstream.ts';

interface Kind {
  readonly code: string;
  readonly messageKey: string;
  readonly message: string;
  /** A proxy between gateway and API says this in HTML as well. */
  readonly saidByProxies?: true;
}

const kinds: Readonly<Record<number, Kind>> = {
  400: { code: 'BAD_USER_INPUT', messageKey: 'messages.badRequest', message: 'Bad Request.' },
  401: {
    code: 'UNAUTHENTICATED',
    messageKey: 'messages.unauthorized',
    message: 'You are not authorized to this function.',
  },
  403: { code: 'FORBIDDEN', messageKey: 'messages.forbidden', message: 'Forbidden' },
  404: { code: 'NOT_FOUND', messageKey: 'messages.notFound', message: 'Record not found' },
  409: { code: 'CONFLICT', messageKey: 'messages.conflict', message: 'Conflict' },
  413: {
    code: 'PAYLOAD_TOO_LARGE',
    messageKey: 'messages.fileTooLarge',
    message: 'The request is too large.',
    saidByProxies: true,
  },
  415: { code: 'UNSUPPORTED_MEDIA_TYPE', messageKey: 'messages.badRequest', message: 'Unsupported media type' },
  429: {
    code: 'RATE_LIMITED',
    messageKey: 'messages.tooManyRequests',
    message: 'Too many requests',
    saidByProxies: true,
  },
  500: {
    code: 'INTERNAL_SERVER_ERROR',
    messageKey: 'messages.internalError',
    message: 'An unexpected error occurred.',
    saidByProxies: true,
  },
  502: {
    code: 'BAD_GATEWAY',
    messageKey: 'messages.internalError',
    message: 'The service gave no readable answer.',
    saidByProxies: true,
  },
  503: {
    code: 'SERVICE_UNAVAILABLE',
    messageKey: 'messages.serviceUnavailable',
    message: 'The service is unavailable for a moment.',
    saidByProxies: true,
  },
  504: {
    code: 'UPSTREAM_TIMEOUT',
    messageKey: 'messages.serviceUnavailable',
    message: 'The service took too long to answer.',
    saidByProxies: true,
  },
};

const words = z.string().trim().min(1).max(500).optional().catch(undefined);

// Lenient on purpose: one bad member of a foreign problem must not hide the others.
const problemBody = z.object({
  title: words,
  detail: words,
  messageKey: z
    .string()
    .regex(/^[a-z]\w*(\.\w+)+$/i)
    .optional()
    .catch(undefined),
  messageValues: z.record(z.string(), z.string()).optional().catch(undefined),
  errors: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
});
type ProblemBody = z.output<typeof problemBody>;

/** What reaches the client for an answer of /api that is not a success. */
export function errorOfAnswer(answer: UpstreamAnswer): GraphQLError {
  const { status, body } = answer;
  const kind = kinds[status];
  const problem = readProblem(answer);
  if (!problem && body !== '' && status < 500 && !kind?.saidByProxies) return unreadable();
  if (!kind) return failed(status >= 300 && status < 400 ? 502 : 500);
  // What went wrong inside the API is for its log, never for the client.
  const said: ProblemBody = status >= 500 && status !== 503 ? {} : (problem ?? {});
  return new GraphQLError(said.detail ?? said.title ?? kind.message, {
    extensions: {
      code: kind.code,
      status,
      messageKey: said.messageKey ?? kind.messageKey,
      ...(said.messageValues && { messageValues: said.messageValues }),
      ...(said.errors && { fields: graphqlNames(said.errors) }),
      ...((status === 429 || status === 503) && { retryAfter: retryAfterSeconds(answer.headers) }),
    },
  });
}

/** What reaches the client when no whole answer came. */
export function errorOfFailure(error: unknown): GraphQLError {
  return failed(failureOf(error) === 'timeout' ? 504 : 502);
}

/** A success that could not be read. */
export const unreadable = (): GraphQLError => failed(502);

function failed(status: 500 | 502 | 504): GraphQLError {
  return errorOfAnswer({ status, headers: {}, body: '' });
}

function readProblem({ headers, body }: UpstreamAnswer): ProblemBody | undefined {
  if (!/^application\/(problem\+)?json\b/.test(String(headers['content-type']))) return undefined;
  try {
    return problemBody.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

function graphqlNames(errors: Readonly<Record<string, string[]>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, keys]) => [name.charAt(0).toLowerCase() + name.slice(1), keys]),
  );
}
