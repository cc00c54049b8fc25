import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { idArray } from '#api/ground/db/id-array.ts';
import type { Download, DownloadReference } from '#api/ground/http/downloads.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import { readWords } from '#api/ground/words.ts';
import { type Language, languages } from '#schema/languages.ts';
import { filesOf } from './child-files.ts';
import { dataZip } from './data-zip.ts';
import { pageViewTable } from './page-view-rows.ts';
import { profileJson } from './profile-json.ts';
import { profilesOfChild } from './whole-child.ts';

/** The download of a child's data. The file name has the id instead of the name, since URLs are written to logs. */
export const profileFile = (id: string, language: Language): DownloadReference => ({
  kind: 'profile-data',
  id: `${language}.${id}`,
  fileName: `profile_${id}.zip`,
});

/** Makes the file when it is downloaded; undefined when the profile is erased. */
export const profileDataFile = async (
  services: Uses<'db' | 'settings' | 'storage'>,
  reference: string,
): Promise<Download | undefined> => {
  const { db, storage, settings } = services;
  const [given, id = ''] = reference.split('.');
  const language = languages.find((one) => one === given);
  if (language === undefined) return undefined;
  const words = await readWords(settings, language, 'privacy-file');
  const ids = idArray(await profilesOfChild(db, id));
  const files = await filesOf(services, ids);
  const child = await profileJson(db, { id, ids, files });
  if (!child) return undefined;
  return dataZip(storage, [
    { name: 'readme.txt', write: readme(words, settings) },
    { name: 'profile.json', write: child },
    { name: 'page-views.csv', write: pageViewTable({ db, ids, timeZone: settings.timeZone, words }) },
    ...files.flatMap(({ path, storageKey }) => (path === null ? [] : [{ name: path, storageKey }])),
  ]);
};

const paragraphs = ['title', 'about', 'profileJson', 'pageViews', 'media', 'unfinished', 'times', 'ask'];

// The text file that explains the ZIP. It has a byte order mark, so that every editor reads Japanese.
const readme =
  (words: Readonly<Record<string, string>>, { timeZone }: { readonly timeZone: string }) =>
  (target: Writable): Promise<void> => {
    const text = paragraphs.map((key) => (words[key] ?? key).replace('{{day}}', schoolDay(timeZone))).join('\r\n\r\n');
    return pipeline(Readable.from([`\ufeff${text}\r\n`]), target);
  };
