import { GraphQLError } from 'graphql';
import { proofRequired, refusalOf } from '#gateway/refusals.ts';
import { proofDemand } from '#schema/rules/sign-in-proof.ts';
import { z } from 'zod';
import { failureOf } from './failures.ts';
import { retryAfterSeconds } from './retry.ts';
import type { UpstreamAnswer } from './upstream.ts';

type ReadAnswer = Omit<UpstreamAnswer, 'earlier'>;

// A proxy between gateway and /api may answer these in HTML.
const statusesOfProxies = new Set([413, 429, 431]);

// These statuses of /api are faults of the gateway's own call, so a client gets another status.
const ownFaults = new Set([405, 408, 416]);

// A message for people is one line without addresses; stack traces and URLs are not.
const words = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .refine((text) => !/[\r\n]|:\/\//.test(text))
  .optional()
  .catch(undefined);

// Lenient on purpose: one invalid member of a foreign problem must not hide the other members.
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
  existingId: z.uuid().optional().catch(undefined),
  challenge: z.string().max(2000).optional().catch(undefined),
  proof: proofDemand.optional().catch(undefined),
});
type ProblemBody = z.output<typeof problemBody>;

/** The error for the client when /api's answer is no success; its fields still have /api's names. */
export function errorOfAnswer(answer: ReadAnswer): GraphQLError {
  const { status } = answer;
  const problem = readProblem(answer);
  if (!problem && answer.body.length > 0 && status < 500 && !statusesOfProxies.has(status)) return unreadable();
  const ofStatus = ownFaults.has(status) ? undefined : refusalOf(status);
  if (!ofStatus) return failed(status >= 300 && status < 400 ? 502 : 500);
  // Details of an internal error of /api are for its log, never for the client.
  const details: ProblemBody = status >= 500 && status !== 503 ? {} : (problem ?? {});
  const detail = details.detail ?? details.title;
  return new GraphQLError(detail ?? ofStatus.message, {
    extensions: {
      code: details.proof ? proofRequired : ofStatus.code,
      status,
      messageKey: details.messageKey ?? ofStatus.messageKey,
      // Words without a key of their own go before those of the status.
      ...(detail !== undefined && details.messageKey === undefined && { detail }),
      ...(details.messageValues && { messageValues: details.messageValues }),
      ...(details.errors && { fields: details.errors }),
      ...(details.existingId && { existingId: details.existingId }),
      ...(details.challenge && { challenge: details.challenge }),
      ...(details.proof && { proof: details.proof }),
      ...((status === 429 || status === 503) && { retryAfter: retryAfterSeconds(answer.headers) }),
    },
  });
}

const nothing = Buffer.alloc(0);

/** The error for the client when only the status is known. */
export function errorOfStatus(status: number): GraphQLError {
  return errorOfAnswer({ status, headers: {}, body: nothing, value: () => undefined });
}

interface RefusalParts {
  /** By default the status's own. */
  readonly message?: string;
  /** These take the place of the status's own, or come beside them. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The error for the client when the gateway itself refuses. `message` and `extensions` replace or extend the status's own. */
export function refusal(status: number, { message, extensions }: RefusalParts = {}): GraphQLError {
  const error = errorOfStatus(status);
  return new GraphQLError(message ?? error.message, { extensions: { ...error.extensions, ...extensions } });
}

/** The message key of an answer that is no success; undefined when clients must not see it. */
export function messageKeyOf(answer: ReadAnswer): string | undefined {
  return answer.status < 500 ? readProblem(answer)?.messageKey : undefined;
}

/** The error for the client when no complete answer arrived. */
export function errorOfFailure(error: unknown): GraphQLError {
  return failed(failureOf(error) === 'timeout' ? 504 : 502);
}

/** The error for a successful answer that cannot be read. */
export const unreadable = (): GraphQLError => failed(502);

function failed(status: 500 | 502 | 504): GraphQLError {
  return errorOfStatus(status);
}

// Only problem+json has texts for people; of plain JSON only the status is used.
function readProblem({ headers, value }: ReadAnswer): ProblemBody | undefined {
  const type = String(headers['content-type']);
  if (!/^application\/(problem\+)?json\b/.test(type)) return undefined;
  const { data } = problemBody.safeParse(value());
  return data && (type.startsWith('application/problem+json') ? data : {});
}
