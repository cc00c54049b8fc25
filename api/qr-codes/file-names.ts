/** What a page's files are named after. */
export interface PageName {
  readonly shortCode: string;
  readonly unitNumber: number;
  readonly pageNumber: number;
  readonly name: string;
}

const shortCodeBytes = 60;
const nameBytes = 90;

/** `HELLO1-unit-01-page-003-apple`: sorts in printed order, and every file system takes it. */
export function pageStem({ pageNumber, name, ...unit }: PageName): string {
  const page = String(pageNumber).padStart(3, '0');
  return [unitStem(unit), 'page', page, safePart(name, nameBytes)].filter(Boolean).join('-');
}

export function unitStem({ shortCode, unitNumber }: Pick<PageName, 'shortCode' | 'unitNumber'>): string {
  return `${bookStem(shortCode)}-unit-${String(unitNumber).padStart(2, '0')}`;
}

export const bookStem = (shortCode: string): string => safePart(shortCode, shortCodeBytes) || 'book';

/** The stems in their order, with a number behind those that a file system without upper and lower case knows already. */
export function distinct(stems: readonly string[]): string[] {
  const taken = new Set<string>();
  return stems.map((stem) => {
    let name = stem;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${stem}-${count}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

// Without dots, no name ends in one, hides or has another type; what Windows, macOS or a URL reads as more than a letter goes.
function safePart(text: string, bytes: number): string {
  const plain = text
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[\s.<>:"'`/\\|?*%#&$~^;=-]+/gu, '-');
  let cut = '';
  for (const character of plain) {
    if (Buffer.byteLength(cut + character) > bytes) break;
    cut += character;
  }
  return cut.replace(/^-+|-+$/g, '');
}
