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

/** Rows that are read by their ids in one call: 1 to 100 distinct ids, so that the address stays short. */
export const requestedIds = (entity: Entity) => bulkIds(entity).max(100, { error: 'messages.tooManyAtOnce' });

/** The outcome of each row in the requested order: no key on success, else the message key of the reason. */
export const bulkResult = z.object({
  results: z.array(z.object({ id, messageKey: z.string().nullable() })),
});
export type BulkResult = z.output<typeof bulkResult>;
