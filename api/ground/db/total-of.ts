interface Asked {
  readonly PageNumber: number;
  readonly PageSize: number;
}

/** How many rows a list has in all: a page that is not full tells by itself, unless it lies behind the end. */
export async function totalOf(
  { PageNumber, PageSize }: Asked,
  rows: readonly unknown[],
  count: () => Promise<number>,
): Promise<number> {
  const isLast = rows.length < PageSize && (rows.length > 0 || PageNumber === 1);
  return isLast ? (PageNumber - 1) * PageSize + rows.length : count();
}
