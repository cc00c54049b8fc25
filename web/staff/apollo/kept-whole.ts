import type { FieldFunctionOptions, FieldPolicy, Reference } from '@apollo/client';

interface KeptPage {
  readonly items: readonly Reference[];
  readonly totalCount: number;
}

interface PageArguments {
  readonly page?: { readonly number: number; readonly size: number } | null;
}

/**
 * A list that can be put into another order is kept whole, one list per parent and page size: its first page begins it
 * anew, and each further page is put in at its place.
 */
export const keptWhole = (parent: string): FieldPolicy<KeptPage> => ({
  keyArgs: [parent, 'filter', 'sort', 'page', ['size']],
  merge(known, page, { args }: FieldFunctionOptions<PageArguments & Record<string, unknown>>) {
    const { number, size } = args?.page ?? { number: 1, size: page.items.length };
    const before = known?.items.slice(0, (number - 1) * size) ?? [];
    return { ...page, items: [...before, ...page.items] };
  },
});
