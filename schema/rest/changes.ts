import { z } from 'zod';
import { means } from './meanings.ts';
import { id } from './values.ts';

/** A row is told of so many seconds after its change, when no earlier change can still be on its way. */
export const settledAfterSeconds = 30;

// The last change of the last row, and the row's id.
const cursor = means(
  z
    .string({ error: 'messages.invalidValue' })
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, {
      error: 'messages.invalidValue',
    })
    .refine((text) => !Number.isNaN(Date.parse(text.slice(0, 24))), { error: 'messages.invalidValue' }),
  { text: 'changesCursor' },
);

/** Where a feed of changes goes on: `After` is the cursor of the answer before; without one, it begins with the oldest. */
export const changesQuery = {
  After: cursor.optional(),
  Size: z.coerce.number().int().min(1).max(100).default(100),
};

/** The next rows of a feed, by their last change; a row that changes again comes again. */
export function changesOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    /** What lies in the trash now. */
    deletedIds: z.array(id),
    /** Null for the very first answer that has nothing. */
    cursor: z.string().nullable(),
    /** False when there are more. */
    isLast: z.boolean(),
  });
}

export interface Changes<Item> {
  readonly items: Item[];
  readonly deletedIds: string[];
  readonly cursor: string | null;
  readonly isLast: boolean;
}
