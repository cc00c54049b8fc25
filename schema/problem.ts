import { z } from 'zod';
import { proofDemand } from './rules/sign-in-proof.ts';

/** A key of `locales/<lng>/messages.json`: answers carry keys, the texts are in the locale files. */
export type MessageKey = `messages.${string}`;

/** The message keys of each invalid field, by its path (dots for nesting). */
export type FieldErrors = Record<string, string[]>;

/** RFC 9457 problem details, the form of every error of /api. `status` is the HTTP status. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  instance: z.string().optional(),
  traceId: z.string().optional(),
  messageKey: z.string().optional(),
  /** The values of the message's placeholders, `{ name, when }`; instants in ISO 8601. */
  messageValues: z.record(z.string(), z.string()).optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** With 409: the row that already has the value, if the caller may see it. */
  existingId: z.string().optional(),
  /** With `messages.secondFactorNeeded`: the challenge that the second step of the sign-in repeats. */
  challenge: z.string().optional(),
  /** With `messages.proofNeeded`: the proof of work that lets the sign-in pass. */
  proof: proofDemand.optional(),
});
export type Problem = z.infer<typeof problem>;

const issueKeys: Record<string, MessageKey> = {
  too_big: 'messages.valueTooLong',
  too_small: 'messages.valueTooShort',
  unrecognized_keys: 'messages.unknownField',
};

/** The message keys of a failed parse: a rule's own key, else a key by the kind of failure. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error.issues) {
    const key = issue.message.startsWith('messages.')
      ? issue.message
      : (issueKeys[issue.code] ?? 'messages.invalidValue');
    const field = issue.path.map(String).join('.');
    const found = (errors[field] ??= []);
    if (!found.includes(key)) found.push(key);
  }
  return errors;
}
