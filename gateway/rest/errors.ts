import { GraphQLError } from 'graphql';
import { refusalOf } from '#gateway/refusals.ts';
import { z } from 'zod';
import { failureOf } from './failures.ts';
import { retryAfterSeconds } from './retry-after.ts';
import type { UpstreamAnswer } from './upstream.ts';

// A proxy between gateway and /api says these in HTML as well.
const saidByProxies = new Set([413, 429, 431]);

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
  const problem = readProblem(answer);
  if (!problem && body !== '' && status < 500 && !saidByProxies.has(status)) return unreadable();
  const refusal = refusalOf(status);
  if (!refusal) return failed(status >= 300 && status < 400 ? 502 : 500);
  // What went wrong inside the API is for its log, never for the client.
  const said: ProblemBody = status >= 500 && status !== 503 ? {} : (problem ?? {});
  return new GraphQLError(said.detail ?? said.title ?? refusal.message, {
    extensions: {
      code: refusal.code,
      status,
      messageKey: said.messageKey ?? refusal.messageKey,
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
