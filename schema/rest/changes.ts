import { z } from 'zod';
import { means } from './meanings.ts';
import { id } from './values.ts';

/** The seconds after which a feed reports a change: by then no earlier change can still be uncommitted. */
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

/**
 * The start of a page of a feed: `After` is the cursor of the previous answer. Without it, the feed begins with the
 * oldest.
 */
export const changesQuery = {
  After: cursor.optional(),
  Size: z.coerce.number().int().min(1).max(100).default(100),
};

/** The next rows of a feed, by their last change; a row that changes again comes again. */
export function changesOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    /** The rows that are in the trash now. */
    deletedIds: z.array(id),
    /** Null for a first page without rows. */
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
