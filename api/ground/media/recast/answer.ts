// The small form of zod: the child process would take twice as long to load the whole.
import * as z from 'zod/mini';

/** The answer of the child process on its standard output. */
export const recastAnswer = z.union([
  z.object({
    contentType: z.string(),
    extension: z.string(),
    kind: z.enum(['video', 'audio']),
    width: z.optional(z.int().check(z.positive())),
    height: z.optional(z.int().check(z.positive())),
    durationMs: z.int().check(z.nonnegative()),
  }),
  z.object({ refused: z.templateLiteral(['messages.', z.string()]) }),
]);
export type RecastAnswer = z.infer<typeof recastAnswer>;

/** The order to the child process, its first argument. */
export const recastOrder = z.object({
  source: z.string(),
  target: z.string(),
  format: z.enum(['mp4', 'mov', 'webm', 'mp3', 'ogg', 'wav']),
  kind: z.enum(['video', 'audio']),
  /** The recording must be shorter than this many seconds, */
  before: z.number(),
  /** otherwise it is refused with this message key. */
  tooLong: z.templateLiteral(['messages.', z.string()]),
});
export type RecastOrder = z.infer<typeof recastOrder>;
