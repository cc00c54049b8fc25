import { z } from 'zod';

/** The answer of the child process on its standard output. */
export const recastAnswer = z.union([
  z.object({
    contentType: z.string(),
    extension: z.string(),
    kind: z.enum(['video', 'audio']),
    width: z.int().positive().optional(),
    height: z.int().positive().optional(),
    durationMs: z.int().nonnegative(),
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
