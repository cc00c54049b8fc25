import { z } from 'zod';
import type { Entity } from './meanings.ts';
import { id, idOf } from './values.ts';

/** Rows of one bulk change: 1 to 500, each named once. */
export const bulkIds = (entity: Entity) =>
  z
    .array(idOf(entity), { error: 'messages.invalidValue' })
    .min(1, { error: 'messages.invalidValue' })
    .max(500, { error: 'messages.tooManyAtOnce' })
    .refine((ids) => new Set(ids.map((one) => one.toLowerCase())).size === ids.length, {
      error: 'messages.invalidValue',
    });

/** What became of each row, in the order asked: no key when it is as wanted now, else why it was left as it was. */
export const bulkResult = z.object({
  results: z.array(z.object({ id, messageKey: z.string().nullable() })),
});
export type BulkResult = z.output<typeof bulkResult>;
