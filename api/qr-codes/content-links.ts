import type { SignedLinks } from '#api/media/signed-links.ts';
import type { Settings } from '#api/settings.ts';
import { editionOf } from './edition.ts';
import { type PageName, pageStem } from './file-names.ts';

interface ContentCodes extends PageName {
  readonly id: string;
  readonly hashCode: string;
}

/** The content's page for students: what its QR code says. */
export const contentUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, hashCode: string): string =>
  `${publicUrl}/student/content/${hashCode}`;

/** Signed paths to the pictures of a content's QR code, the same ones all day. */
export function contentQrLinks(content: ContentCodes, links: Pick<SignedLinks, 'download'>) {
  const file = `${pageStem(content)}-${editionOf(content.hashCode)}`;
  return {
    svg: links.download('content-qr', content.id, `${file}.svg`),
    png: links.download('content-qr', content.id, `${file}.png`),
  };
}
