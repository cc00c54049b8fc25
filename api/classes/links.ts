import type { SignedLinks } from '#api/media/signed-links.ts';
import { editionOf } from '#api/qr-codes/edition.ts';
import type { Settings } from '#api/settings.ts';

interface Codes {
  readonly id: string;
  readonly classCode: string;
  readonly classHashCode: string;
}

/** The class's page for students: what its QR code says. */
export const classUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, classHashCode: string): string =>
  `${publicUrl}/student/class/${classHashCode}`;

/** The class's wall. */
export const communityUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, classHashCode: string): string =>
  `${publicUrl}/student/community/list?class=${classHashCode}`;

const qrFileName = ({ classCode, classHashCode }: Codes, format: 'svg' | 'png'): string =>
  `${classCode}-${editionOf(classHashCode)}.${format}`;

export function qrLinks(codes: Codes, links: SignedLinks) {
  return {
    svg: links.download('class-qr', codes.id, qrFileName(codes, 'svg')),
    png: links.download('class-qr', codes.id, qrFileName(codes, 'png')),
  };
}
