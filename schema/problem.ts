import { z } from 'zod';

/** A key of `locales/<lng>/messages.json`; keys travel, words live there. */
export type MessageKey = `messages.${string}`;

/** Field path (dots for nesting) → the keys of what is wrong with it. */
export type FieldErrors = Record<string, string[]>;

/** RFC 9457 problem details, as every error of /api answers with. `status` is the HTTP status. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  instance: z.string().optional(),
  traceId: z.string().optional(),
  messageKey: z.string().optional(),
  /** What the message's placeholders stand for, `{ name, when }`; instants in ISO 8601. */
  messageValues: z.record(z.string(), z.string()).optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
export type Problem = z.infer<typeof problem>;

const issueKeys: Record<string, MessageKey> = {
  too_big: 'messages.valueTooLong',
  too_small: 'messages.valueTooShort',
  unrecognized_keys: 'messages.unknownField',
};

/** The keys for a failed parse: a rule's own key where it gives one, else one by the kind of failure. */
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
