import type { Settings } from '#api/settings.ts';

interface Codes {
  readonly hashCode: string;
  readonly textBook: { readonly hashCode: string };
}

/** The unit's page for students, with the way back to its book. */
export const unitUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, { hashCode, textBook }: Codes): string =>
  `${publicUrl}/student/unit-detail?unit=${hashCode}&book=${textBook.hashCode}`;
