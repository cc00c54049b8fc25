import { createHash } from 'node:crypto';
import type { SignedLinks } from '#api/media/signed-links.ts';
import type { Settings } from '#api/settings.ts';

interface Codes {
  readonly id: string;
  readonly classCode: string;
  readonly classHashCode: string;
}

export type QrFormat = 'svg' | 'png';

/** The class's page for students: what its QR code says. */
export const classUrl = ({ publicUrl }: Settings, classHashCode: string): string =>
  `${publicUrl}/student/class/${classHashCode}`;

/** The class's wall. */
export const communityUrl = ({ publicUrl }: Settings, classHashCode: string): string =>
  `${publicUrl}/student/community/list?class=${classHashCode}`;

/** Changes with the hash code, so that neither a browser's cache nor an old link shows the code of yesterday. */
export function qrFileName({ classCode, classHashCode }: Codes, format: QrFormat): string {
  const edition = createHash('sha256').update(classHashCode).digest('hex').slice(0, 8);
  return `${classCode}-${edition}.${format}`;
}

export function qrLinks(codes: Codes, links: SignedLinks) {
  return {
    svg: links.download('class-qr', codes.id, qrFileName(codes, 'svg')),
    png: links.download('class-qr', codes.id, qrFileName(codes, 'png')),
  };
}
