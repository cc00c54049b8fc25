import { fileMaximum } from '#schema/rules/files.ts';

/** The picture types that the file dialog offers. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

const isTaken = (type: string): boolean => (pictureTypes as readonly string[]).includes(type);

const otherTypes: Readonly<Record<string, string>> = {
  'image/heic': 'messages.heicNotAllowed',
  'image/heif': 'messages.heicNotAllowed',
  'image/svg+xml': 'messages.svgNotAllowed',
  'application/pdf': 'messages.pdfNotAllowed',
};

export interface Refusal {
  readonly status: 413 | 415;
  readonly messageKey: string;
}

/** The refusal of a file that the browser cannot decode, whatever its type. */
export const unreadable: Refusal = { status: 415, messageKey: 'messages.pictureBroken' };

/**
 * Checks a picture's type and size before it is decoded. A picture above 2 MB passes, as it is scaled down before the
 * upload. The server checks the content again.
 */
export function refusalOfPicture({ type, size }: Pick<File, 'type' | 'size'>): Refusal | undefined {
  // A browser reports '' for a type that it does not know; decoding the file decides.
  if (type !== '' && !isTaken(type))
    return { status: 415, messageKey: otherTypes[type] ?? 'messages.imageTypeNotAllowed' };
  if (size > fileMaximum) return { status: 413, messageKey: 'messages.fileTooLarge' };
  return undefined;
}
