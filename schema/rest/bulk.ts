import { z } from 'zod';
import type { Entity } from './meanings.ts';
import { id, idOf } from './values.ts';

/** The rows of a bulk change: 1 to 500 distinct ids. */
export const bulkIds = (entity: Entity) =>
  z
    .array(idOf(entity), { error: 'messages.invalidValue' })
    .min(1, { error: 'messages.invalidValue' })
    .max(500, { error: 'messages.tooManyAtOnce' })
    .refine((ids) => new Set(ids.map((one) => one.toLowerCase())).size === ids.length, {
      error: 'messages.invalidValue',
    });

/** The outcome of each row in the requested order: no key on success, else the message key of the reason. */
export const bulkResult = z.object({
  results: z.array(z.object({ id, messageKey: z.string().nullable() })),
});
export type BulkResult = z.output<typeof bulkResult>;
