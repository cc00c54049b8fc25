/** What one call of the API changes at once at most. */
export const mostAtOnce = 500;

const pageSize = 100;

interface ListPart {
  readonly items: readonly { readonly id: string }[];
  readonly totalCount: number;
}

/**
 * The ids of everything that a list's filter finds, in the list's order and at most 500 of them. `read` asks for one
 * page of the list, by the same filter and sort as the screen's.
 */
export async function collectIds(
  read: (page: { readonly number: number; readonly size: number }) => Promise<ListPart>,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let number = 1; ids.length < mostAtOnce; number += 1) {
    const { items, totalCount } = await read({ number, size: pageSize });
    ids.push(...items.map(({ id }) => id));
    if (items.length < pageSize || ids.length >= totalCount) break;
  }
  // What moved to a later page while the pages were read is met twice.
  return [...new Set(ids)].slice(0, mostAtOnce);
}
