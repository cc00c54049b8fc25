interface Asked {
  readonly PageNumber: number;
  readonly PageSize: number;
}

/** The number of rows in the list. A page that is not full gives the number, unless the page is behind the end. */
export async function totalOf(
  { PageNumber, PageSize }: Asked,
  rows: readonly unknown[],
  count: () => Promise<number>,
): Promise<number> {
  const isLast = rows.length < PageSize && (rows.length > 0 || PageNumber === 1);
  return isLast ? (PageNumber - 1) * PageSize + rows.length : count();
}
