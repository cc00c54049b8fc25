import { z } from 'zod';

/** What the recasting process says on its standard output when it is done. */
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

/** What it is told as its first argument. */
export const recastOrder = z.object({
  source: z.string(),
  target: z.string(),
  format: z.enum(['mp4', 'mov', 'webm', 'mp3', 'ogg', 'wav']),
  kind: z.enum(['video', 'audio']),
  /** It must end before this many seconds, ... */
  before: z.number(),
  /** ... or is refused with this key. */
  tooLong: z.templateLiteral(['messages.', z.string()]),
});
export type RecastOrder = z.infer<typeof recastOrder>;
