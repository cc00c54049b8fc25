/** The page numbers to offer: first, last and the neighbours of the current one; null stands for a gap. */
export function pageWindow(page: number, pages: number): readonly (number | null)[] {
  const wanted = new Set([1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages));
  const shown: (number | null)[] = [];
  let last = 0;
  for (const one of [...wanted].sort((a, b) => a - b)) {
    // A gap of one page is no shorter than the page itself.
    if (one - last === 2) shown.push(one - 1);
    else if (one - last > 2) shown.push(null);
    shown.push(one);
    last = one;
  }
  return shown;
}
