/** The languages of the screens, the mails and the files; `jp` is Japanese. */
export const languages = ['en', 'jp'] as const;
export type Language = (typeof languages)[number];
