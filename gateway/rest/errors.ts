import { GraphQLError } from 'graphql';
import { refusalOf } from '#gateway/refusals.ts';
import { z } from 'zod';
import { failureOf } from './failures.ts';
import { retryAfterSeconds } from './retry-after.ts';
import type { UpstreamAnswer } from './upstream.ts';

// A proxy between gateway and /api says these in HTML as well.
const saidByProxies = new Set([413, 429, 431]);

// From /api these would be about the gateway's own call, of which no client knows.
const ownFaults = new Set([405, 408, 416]);

// What people read is one line without addresses; a stack or an upstream's URL is neither.
const words = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .refine((text) => !/[\r\n]|:\/\//.test(text))
  .optional()
  .catch(undefined);

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

/** What reaches the client for an answer of /api that is not a success; its fields have /api's names still. */
export function errorOfAnswer(answer: UpstreamAnswer): GraphQLError {
  const { status } = answer;
  const problem = readProblem(answer);
  if (!problem && !answer.empty && status < 500 && !saidByProxies.has(status)) return unreadable();
  const refusal = ownFaults.has(status) ? undefined : refusalOf(status);
  if (!refusal) return failed(status >= 300 && status < 400 ? 502 : 500);
  // What went wrong inside the API is for its log, never for the client.
  const said: ProblemBody = status >= 500 && status !== 503 ? {} : (problem ?? {});
  return new GraphQLError(said.detail ?? said.title ?? refusal.message, {
    extensions: {
      code: refusal.code,
      status,
      messageKey: said.messageKey ?? refusal.messageKey,
      ...(said.messageValues && { messageValues: said.messageValues }),
      ...(said.errors && { fields: said.errors }),
      ...((status === 429 || status === 503) && { retryAfter: retryAfterSeconds(answer.headers) }),
    },
  });
}

/** The same for a status of which nothing more is known. */
export function errorOfStatus(status: number): GraphQLError {
  return errorOfAnswer({ status, headers: {}, empty: true, value: () => undefined });
}

/** The words that an answer other than a success asks for, where a client may be told them. */
export function messageKeyOf(answer: UpstreamAnswer): string | undefined {
  return answer.status < 500 ? readProblem(answer)?.messageKey : undefined;
}

/** What reaches the client when no whole answer came. */
export function errorOfFailure(error: unknown): GraphQLError {
  return failed(failureOf(error) === 'timeout' ? 504 : 502);
}

/** A success that could not be read. */
export const unreadable = (): GraphQLError => failed(502);

function failed(status: 500 | 502 | 504): GraphQLError {
  return errorOfStatus(status);
}

// Plain JSON says by its status alone what happened: its words are not known to be meant for people.
function readProblem({ headers, value }: UpstreamAnswer): ProblemBody | undefined {
  const type = String(headers['content-type']);
  if (!/^application\/(problem\+)?json\b/.test(type)) return undefined;
  const { data } = problemBody.safeParse(value());
  return data && (type.startsWith('application/problem+json') ? data : {});
}
