import { fileMaximum } from '#schema/rules/files.ts';

/** What the file dialog offers. */
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

/** The browser cannot show it, whatever its name says. */
export const unreadable: Refusal = { status: 415, messageKey: 'messages.pictureBroken' };

/**
 * What is wrong with a picture before it is looked at; one of more than 2 MB is made smaller before it is sent. The server
 * looks again, into its content.
 */
export function refusalOfPicture({ type, size }: Pick<File, 'type' | 'size'>): Refusal | undefined {
  // A browser that does not know the type says none; looking at it will tell.
  if (type !== '' && !isTaken(type))
    return { status: 415, messageKey: otherTypes[type] ?? 'messages.imageTypeNotAllowed' };
  if (size > fileMaximum) return { status: 413, messageKey: 'messages.fileTooLarge' };
  return undefined;
}
