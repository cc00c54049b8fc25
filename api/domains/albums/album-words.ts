import { readWords, type Say, sayIn } from '#api/ground/words.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { type Language, languages, localeOf } from '#schema/languages.ts';
import { SchoolLanguage } from '#schema/rest/enumerations.ts';
import type { Stamp } from '#schema/rules/replies.ts';

const languagesOf: Readonly<Record<SchoolLanguage, readonly Language[]>> = {
  // A school without a language of its own has families of both.
  [SchoolLanguage.NONE]: languages,
  [SchoolLanguage.EN]: ['en'],
  [SchoolLanguage.JP]: ['jp'],
};

/** The words of an album in the languages of its school, those of both beside each other. */
export interface AlbumWords {
  say(key: string, values?: Readonly<Record<string, string | number>>): string;
  /** The same for each language, for a line of its own. */
  each(key: string, values?: Readonly<Record<string, string | number>>): string[];
  day(at: Date): string;
  /** From one day to another. */
  days(from: Date, to: Date): string[];
  stamp(stamp: Stamp): string[];
}

interface School {
  readonly language: SchoolLanguage;
  readonly timeZone: string;
}

export async function albumWords(
  settings: Pick<Settings, 'root'>,
  { language, timeZone }: School,
): Promise<AlbumWords> {
  const spoken = await Promise.all(
    languagesOf[language].map(async (one) => ({
      say: sayIn(one, await readWords(settings, one, 'album-file')),
      days: new Intl.DateTimeFormat(localeOf(one), { dateStyle: 'long', timeZone }),
    })),
  );
  const each = (words: (say: Say) => string) => [...new Set(spoken.map(({ say }) => words(say)))];
  return {
    say: (key, values) => each((say) => say(key, values)).join(' · '),
    each: (key, values) => each((say) => say(key, values)),
    day: (at) => [...new Set(spoken.map(({ days }) => days.format(at)))].join(' · '),
    days: (from, to) => [
      ...new Set(spoken.map(({ days }) => [...new Set([days.format(from), days.format(to)])].join(' – '))),
    ],
    stamp: (stamp) => each((say) => say(`stamp-${stamp}`)),
  };
}
