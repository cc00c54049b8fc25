import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Language } from '#schema/languages.ts';
import type { Settings } from './settings.ts';

const words = z.record(z.string(), z.string());

/** The words of `locales/<language>/<namespace>.json`, so that files and mails say what the screens say. */
export async function readWords({ root }: Pick<Settings, 'root'>, language: Language, namespace: string) {
  return words.parse(JSON.parse(await readFile(join(root, 'locales', language, `${namespace}.json`), 'utf8')));
}
