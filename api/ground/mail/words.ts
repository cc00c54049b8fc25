import type { Settings } from '#api/ground/settings/settings.ts';
import { readWords, type Say, sayIn } from '#api/ground/words.ts';
import type { Language } from '#schema/languages.ts';

export type MailWords = Readonly<Record<Language, Say>>;

/** Loads the texts of mails in every language. Names of people are inserted as values, which are never expanded. */
export async function loadMailWords(settings: Pick<Settings, 'root'>): Promise<MailWords> {
  const read = async (language: Language) => sayIn(language, await readWords(settings, language, 'mail'));
  return { en: await read('en'), jp: await read('jp') };
}
