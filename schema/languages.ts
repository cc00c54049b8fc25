/** The languages of the screens, the mails and the files; `jp` is the specification's code for Japanese. */
export const languages = ['en', 'jp'] as const;
export type Language = (typeof languages)[number];

/** The language's name in HTML, which calls Japanese `ja`. Any other text than `jp` is English. */
export const htmlLanguage = (language: string): 'en' | 'ja' => (language === 'jp' ? 'ja' : 'en');

/** The locale for the dates and numbers of `Intl`. */
export const localeOf = (language: string): 'en-GB' | 'ja-JP' => (language === 'jp' ? 'ja-JP' : 'en-GB');
