export interface PageCode {
  readonly shortCode: string;
  readonly pageNumber: number;
  /** Which of the contents on that page, counted from 1. */
  readonly place: number;
}

/** What stands under a printed QR code, for who cannot scan: `HELLO1-P12`, the second content of a page `HELLO1-P12-2`. */
export const pageCode = ({ shortCode, pageNumber, place }: PageCode): string =>
  `${shortCode}-P${pageNumber}${place > 1 ? `-${place}` : ''}`;

// A Japanese keyboard types a long vowel where a child means a hyphen.
const separator = '[\\s\\p{Pd}ー_.]+';
const digits = '[0-9OIL]{1,9}';
const forms = [
  new RegExp(`^(.+?)${separator}P?${separator.replace('+', '*')}(${digits})${separator}(${digits})$`, 'iu'),
  new RegExp(`^(.+?)${separator}P?${separator.replace('+', '*')}(${digits})$`, 'iu'),
];

/** Every way to read what was typed as a book's short code with a page; width, case and look-alike signs do not matter. */
export function readPageCode(typed: string): PageCode[] {
  const text = typed.normalize('NFKC').trim();
  return forms.flatMap((form) => {
    const [, shortCode, page, place = '1'] = form.exec(text) ?? [];
    if (shortCode === undefined || page === undefined) return [];
    return [{ shortCode, pageNumber: numberOf(page), place: numberOf(place) }];
  });
}

const numberOf = (text: string): number => Number(text.replace(/o/gi, '0').replace(/[il]/gi, '1'));
