import type { Settings } from '#api/settings.ts';
import { readWords } from '#api/words.ts';
import type { Language } from '#schema/languages.ts';

/** A text of `locales/<lng>/mail.json` with its placeholders filled; a `count` chooses the plural. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;
export type MailWords = Readonly<Record<Language, Say>>;

/** Reads the texts of mails in every language. Names typed by people are values only, so nothing in them is expanded. */
export async function loadMailWords(settings: Pick<Settings, 'root'>): Promise<MailWords> {
  const read = async (language: Language) => sayIn(language, await readWords(settings, language, 'mail'));
  return { en: await read('en'), jp: await read('jp') };
}

function sayIn(language: Language, words: Readonly<Record<string, string>>): Say {
  const plurals = new Intl.PluralRules(language === 'jp' ? 'ja' : 'en');
  return (key, values = {}) => {
    const text = words[key] ?? words[`${key}_${plurals.select(Number(values.count))}`];
    if (text === undefined) throw new Error(`mail.json has no ${key}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
