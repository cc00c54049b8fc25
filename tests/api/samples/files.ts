import { newId } from '#api/ground/db/ids.ts';
import type { FilePart } from '#schema/rest/operation.ts';
import { film, picture, sound } from '#tests/support/media-samples.ts';
import { rosterFiles, zipOf } from '#tests/support/roster-package.ts';
import type { SentFile } from '../school.ts';

// Each is made once: these calls are sent by the hundred.
const made = new Map<string, Promise<Buffer>>();
async function once(fileName: string, make: () => Promise<Buffer>): Promise<SentFile> {
  const content = made.get(fileName) ?? make();
  made.set(fileName, content);
  return { content: await content, fileName };
}

/** A roster of the files that every package must have: the API reads each file in a process of its own. */
function smallRoster(): Promise<Buffer> {
  const { 'manifest.csv': manifest = '', ...files } = rosterFiles();
  const needed = ['orgs.csv', 'users.csv', 'roles.csv'];
  return zipOf({
    'manifest.csv': manifest.replace(/(file\.(?:academicSessions|courses|classes|enrollments)),bulk/g, '$1,absent'),
    ...Object.fromEntries(Object.entries(files).filter(([name]) => needed.includes(name))),
  });
}

/** A right file of each kind. */
export const rightFile: Readonly<Record<FilePart['kind'], () => Promise<SentFile>>> = {
  image: () => once('cat.png', () => picture('png')),
  audio: () => once('cat.wav', () => sound('wav')),
  video: () => once('cat.mp4', () => film({ seconds: 2 })),
  archive: async () => ({ content: await smallRoster(), fileName: 'roster.zip' }),
  table: () =>
    Promise.resolve({
      content: Buffer.from(`Email,First name,Last name,Role\r\n${newId()}@school.test,Aya,Sato,Teacher\r\n`),
      fileName: 'people.csv',
    }),
};
