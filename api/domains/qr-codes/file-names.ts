import { createHash } from 'node:crypto';
import type { SignedLinks } from '#api/ground/http/signed-links.ts';
import { BoundedCache } from '#api/ground/bounded-cache.ts';
import type { Settings } from '#api/ground/settings/settings.ts';

interface ContentCodes extends PageName {
  readonly id: string;
  readonly hashCode: string;
}

/** The content's page for students, which its QR code opens. */
export const contentUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, hashCode: string): string =>
  `${publicUrl}/student/content/${hashCode}`;

/** The book's page for students, as its printed QR code opens it. */
export const bookUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, hashCode: string): string =>
  `${publicUrl}/student/unit-list?book=${hashCode}&printed`;

/** The unit's page for students, as its printed QR code opens it. */
export const unitUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, hashCode: string): string =>
  `${publicUrl}/student/unit-detail?unit=${hashCode}&printed`;

/** Signed paths to the pictures of a textbook's QR code; the same paths all day. */
export const bookQrLinks = (book: Omit<ContentCodes, keyof PageName> & { readonly shortCode: string }, links: Links) =>
  picturesOf(links, { kind: 'textbook-qr', ...book, stem: bookStem(book.shortCode) });

/** Signed paths to the pictures of a content's QR code; the same paths all day. */
export const contentQrLinks = (content: ContentCodes, links: Links) =>
  picturesOf(links, { kind: 'content-qr', ...content, stem: pageStem(content) });

type Links = Pick<SignedLinks, 'download'>;

interface Pictures {
  readonly kind: 'content-qr' | 'textbook-qr';
  readonly id: string;
  readonly hashCode: string;
  readonly stem: string;
}

function picturesOf(links: Links, { kind, id, hashCode, stem }: Pictures) {
  const file = `${stem}-${editionOf(hashCode)}`;
  return { svg: links.download(kind, id, `${file}.svg`), png: links.download(kind, id, `${file}.png`) };
}

/** The parts of a page's file name. */
export interface PageName {
  readonly shortCode: string;
  readonly unitNumber: number;
  readonly pageNumber: number;
  readonly name: string;
}

const shortCodeBytes = 60;
const nameBytes = 90;

/** A page's file name without extension, `HELLO1-unit-01-page-003-apple`: sorts in printed order, valid in every file system. */
export function pageStem({ pageNumber, name, ...unit }: PageName): string {
  const page = String(pageNumber).padStart(3, '0');
  return [unitStem(unit), 'page', page, safePart(name, nameBytes)].filter(Boolean).join('-');
}

export function unitStem({ shortCode, unitNumber }: Pick<PageName, 'shortCode' | 'unitNumber'>): string {
  return `${bookStem(shortCode)}-unit-${String(unitNumber).padStart(2, '0')}`;
}

export const bookStem = (shortCode: string): string => safePart(shortCode, shortCodeBytes) || 'book';

/** Makes names unique on file systems that ignore case, by a number at the end. */
export function uniqueNames(stems: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return stems.map((stem) => {
    let name = stem;
    for (let count = 2; usedNames.has(name.toLowerCase()); count += 1) name = `${stem}-${count}`;
    usedNames.add(name.toLowerCase());
    return name;
  });
}

/** Text for a file name: without dots, which hide a file or change its type, and characters that Windows, macOS or URLs treat specially. */
export function safePart(text: string, bytes: number): string {
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

/** A digest of the hash code for file names, so that no cache and no old link shows a former code. */
export const editionOf = (hashCode: string): string =>
  editions.getOrCreate(hashCode, () => createHash('sha256').update(hashCode).digest('hex').slice(0, 8));

// A list shows two for each of its classes.
const editions = new BoundedCache<string>(20_000);
