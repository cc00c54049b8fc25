import { createHash } from 'node:crypto';
import { BoundedCache } from '#api/ground/bounded-cache.ts';
import type { SignedLinks } from '#api/ground/http/signed-links.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { bookStem, type PageName, pageStem } from './file-names.ts';

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
  const file = `${stem}-${hashCodeDigest(hashCode)}`;
  return { svg: links.download(kind, id, `${file}.svg`), png: links.download(kind, id, `${file}.png`) };
}

/** A digest of the hash code for file names, so that no cache and no old link shows a former code. */
export const hashCodeDigest = (hashCode: string): string =>
  digests.getOrCreate(hashCode, () => createHash('sha256').update(hashCode).digest('hex').slice(0, 8));

// A list shows two for each of its classes.
const digests = new BoundedCache<string>(20_000);
