import { z } from 'zod';
import { means } from './meanings.ts';
import { trimmedText } from './values.ts';

/** The search text of a list; at most 200 characters. */
export const searchText = trimmedText(200).optional();

export type SortDirection = 'asc' | 'desc';

/**
 * The paging and sorting of every list: `PageNumber` from 1, `PageSize` 1..100 (20), `SortCriteria[i].field` from the
 * list's allow-list with `SortCriteria[i].direction`.
 */
export function paging<const Field extends readonly [string, ...string[]]>(sortFields: Field) {
  return {
    PageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
    PageSize: z.coerce.number().int().min(1).max(100).default(20),
    SortCriteria: z
      .array(z.object({ field: z.enum(sortFields), direction: z.enum(['asc', 'desc']).default('asc') }))
      .max(sortFields.length)
      .default([]),
  };
}

// The sort values and the id of a row, base64url; longer names than any list has still fit.
const pageCursor = means(z.string().regex(/^[\w-]{0,4000}$/, { error: 'messages.invalidValue' }), {
  text: 'pageCursor',
});

/**
 * Paging by cursor beside paging by number (keyset paging): with `After`, the pages are counted from behind the row of that
 * cursor, so rows that others add or delete meanwhile make the caller skip none. An empty `After` is the beginning. A cursor
 * holds for the list, filter and sort that it was made with.
 */
export function connection<const Field extends readonly [string, ...string[]]>(sortFields: Field) {
  return { ...paging(sortFields), After: pageCursor.optional() };
}

/** A page of a list as handlers return it; `totalIsExact` is true by default. */
export interface Page<Item> {
  items: Item[];
  pageNumber: number;
  pageSize: number;
  totalCount: number;
  totalIsExact?: boolean;
}

/** A page of a list that can be read by cursor; the last three are there when `After` was sent. */
export interface ConnectionPage<Item> extends Page<Item> {
  cursors?: string[];
  endCursor?: string | null;
  hasNextPage?: boolean;
}

/** The same as `pageOf`, of a list that can be read by cursor. */
export function connectionOf<Item extends z.ZodType>(item: Item) {
  return pageOf(item).extend({
    /** The cursor of each item, in their order; absent without `After`. */
    cursors: z.array(z.string()).optional(),
    /** The cursor of the next page: behind the last row found, even if it is deleted meanwhile; null without rows. */
    endCursor: z.string().nullable().optional(),
    /** Whether rows come after the last item; absent without `After`. */
    hasNextPage: z.boolean().optional(),
  });
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    pageNumber: z.int(),
    pageSize: z.int(),
    totalCount: z.int(),
    /**
     * False when there are more rows than counted: long lists are counted up to 10,000 rows, searches up to 1,000 or
     * less.
     */
    totalIsExact: z.boolean().default(true),
  });
}

/** A yes or no in a query string. */
export const yesOrNo = z.preprocess(
  (sent) => (sent === 'true' || sent === 'false' ? sent === 'true' : sent),
  z.boolean({ error: 'messages.invalidValue' }),
);
