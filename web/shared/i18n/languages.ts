import type { Language } from '#schema/languages.ts';

export const languageNames: Record<Language, string> = { en: 'English', jp: '日本語' };

export const fromBrowser = (tag: string): string => (/^(ja|jp)\b/i.test(tag) ? 'jp' : (tag.split('-')[0] ?? tag));
