import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { htmlLanguage, type Language } from '#schema/languages.ts';
import type { Settings } from './settings/settings.ts';

const words = z.record(z.string(), z.string());

/** The texts of `locales/<language>/<namespace>.json`, so that files and mails use the screens' terms. */
export async function readWords({ root }: Pick<Settings, 'root'>, language: Language, namespace: string) {
  return words.parse(JSON.parse(await readFile(join(root, 'locales', language, `${namespace}.json`), 'utf8')));
}

/** Formats a text with its values; `count` chooses the plural. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** Formats the texts of one file. Values are inserted once and never expanded. */
export function sayIn(language: Language, words: Readonly<Record<string, string>>): Say {
  const plurals = new Intl.PluralRules(htmlLanguage(language));
  return (key, values = {}) => {
    const text = words[key] ?? words[`${key}_${plurals.select(Number(values.count))}`];
    if (text === undefined) throw new Error(`There are no words for ${key}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
