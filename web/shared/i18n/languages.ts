/** `jp` is the specification's code in settings, files and URLs; HTML and browsers call it `ja`. */
export const languages = ['en', 'jp'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Record<Language, string> = { en: 'English', jp: '日本語' };

export const fromBrowser = (tag: string): string => (/^(ja|jp)\b/i.test(tag) ? 'jp' : (tag.split('-')[0] ?? tag));

export const htmlLanguage = (language: string): 'en' | 'ja' => (language === 'jp' ? 'ja' : 'en');

/** The locale for `Intl`. */
export const localeOf = (language: string): string => (language === 'jp' ? 'ja-JP' : 'en-GB');
