import { uniqueNames } from '#api/ground/files/file-names.ts';
import { bookStem, pageStem, unitStem } from './file-names.ts';
import { bookUrl, contentUrl, unitUrl } from './links.ts';
import type { PrintedPage } from './printed-pages.ts';

/** One QR code to print. */
export interface PrintedSymbol {
  /** The unique file name without extension. */
  readonly stem: string;
  readonly url: string;
  /** The code beneath, which is typed instead of scanning. */
  readonly code: string;
  readonly label: string;
  /** The sheet's heading comes from this page, and the sheet ends with its unit. */
  readonly page: PrintedPage;
}

interface Print {
  readonly pages: readonly PrintedPage[];
  readonly publicUrl: string;
  /** Whether the book's own code comes first. */
  readonly withBook: boolean;
}

/** The codes of the pages in printed order, each unit's own code before its pages. */
export function symbolsOf({ pages, publicUrl, withBook }: Print): PrintedSymbol[] {
  const symbols = pages.flatMap((page, index) => [
    ...(withBook && index === 0 ? [ofBook(page, publicUrl)] : []),
    ...(page.unitId === pages[index - 1]?.unitId ? [] : [ofUnit(page, publicUrl)]),
    ofPage(page, publicUrl),
  ]);
  const stems = uniqueNames(symbols.map(({ stem }) => stem));
  return symbols.map((symbol, index) => ({ ...symbol, stem: stems[index] ?? symbol.stem }));
}

const ofBook = (page: PrintedPage, publicUrl: string): PrintedSymbol => ({
  stem: bookStem(page.shortCode),
  url: bookUrl({ publicUrl }, page.textBookHashCode),
  code: page.textBookCode,
  label: page.textBookName,
  page,
});

const ofUnit = (page: PrintedPage, publicUrl: string): PrintedSymbol => ({
  stem: unitStem(page),
  url: unitUrl({ publicUrl }, page.unitHashCode),
  code: page.unitCode,
  label: `${page.unitTitle} · ${page.unitName}`,
  page,
});

const ofPage = (page: PrintedPage, publicUrl: string): PrintedSymbol => ({
  stem: pageStem(page),
  url: contentUrl({ publicUrl }, page.hashCode),
  code: page.code,
  label: `p. ${page.pageNumber} · ${page.name}`,
  page,
});
