import type { DownloadMaker, DownloadReference } from '#api/downloads/downloads.ts';
import { readWords } from '#api/words.ts';
import { type Language, languages } from '#schema/languages.ts';
import { filesOf } from './child-files.ts';
import { dataZip } from './data-zip.ts';
import { pageViewTable } from './page-view-rows.ts';
import { profileJson } from './profile-json.ts';
import { readme } from './readme.ts';
import { listed, profilesOfChild } from './whole-child.ts';

/** Names the file of a child's data: by the id, since addresses are written into logs. */
export const profileFile = (id: string, language: Language): DownloadReference => ({
  kind: 'profile-data',
  id: `${language}.${id}`,
  fileName: `profile_${id}.zip`,
});

/** Makes it anew for whoever has the link; gone with the child. */
export const profileDataFile: DownloadMaker = async (services, reference) => {
  const { db, storage, settings } = services;
  const [given, id = ''] = reference.split('.');
  const language = languages.find((one) => one === given);
  if (language === undefined) return undefined;
  const words = await readWords(settings, language, 'privacy-file');
  const ids = listed(await profilesOfChild(db, id));
  const files = await filesOf(services, ids);
  const child = await profileJson(db, { id, ids, files });
  if (!child) return undefined;
  return dataZip(storage, [
    { name: 'readme.txt', write: readme(words, settings) },
    { name: 'profile.json', write: child },
    { name: 'page-views.csv', write: pageViewTable(db, ids, words) },
    ...files.flatMap(({ path, storageKey }) => (path === null ? [] : [{ name: path, storageKey }])),
  ]);
};
