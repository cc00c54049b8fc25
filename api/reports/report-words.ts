import type { Settings } from '#api/settings.ts';
import { readWords } from '#api/words.ts';
import type { Language } from '#schema/languages.ts';

/** The words that the report's screens use, so that a file says the same; a key without a word stands for itself. */
export type ReportWords = (key: string) => string;

export async function reportWords(settings: Settings, language: Language): Promise<ReportWords> {
  const known = await readWords(settings, language, 'reports');
  return (key) => known[key] ?? key;
}
