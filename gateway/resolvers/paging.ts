import type { SortDirection } from '#schema/rest/paging.ts';

interface ListArguments<Field> {
  readonly page?: { readonly number?: number; readonly size?: number } | null;
  readonly sort?: readonly { readonly field: Field; readonly direction?: SortDirection }[] | null;
}

/** A list's `page` and `sort` as the query of /api spells them. */
export function pagingQuery<Field>({ page, sort }: ListArguments<Field>) {
  return {
    PageNumber: page?.number,
    PageSize: page?.size,
    SortCriteria: sort?.map(({ field, direction = 'asc' }) => ({ field, direction })),
  };
}
