import { z } from 'zod';
import { text } from './values.ts';

/** The search text of a list; at most 200 characters. */
export const searchText = text(200).trim().optional();

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

/** A page of a list as handlers return it; `totalIsExact` is true by default. */
export interface Page<Item> {
  items: Item[];
  pageNumber: number;
  pageSize: number;
  totalCount: number;
  totalIsExact?: boolean;
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
