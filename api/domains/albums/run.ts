import { pipeline } from 'node:stream/promises';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { dataZip } from '#api/domains/privacy/data-zip.ts';
import { ownZone } from '#api/domains/schools/zone.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import {
  classes,
  contents,
  finishedContents,
  lessons,
  media,
  profiles,
  schools,
  studentAlbums,
} from '#api/ground/db/schema.ts';
import type { JobRun } from '#api/ground/jobs/job.ts';
import type { Uses } from '#api/ground/services.ts';
import { keepReserve } from '#api/ground/storage/disk-reserve.ts';
import { putWritten } from '#api/ground/storage/put-written.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import { nameWorks } from './album-files.ts';
import { type Album, albumPdf } from './album-pdf.ts';
import { albumWords } from './album-words.ts';
import { fileKey, newAlbumKey, removeAlbumFiles } from './files.ts';
import type { AlbumJob } from './jobs.ts';
import { isStillAllowed } from './scope.ts';
import { worksOf } from './works.ts';

type Making = Uses<'db' | 'settings' | 'storage' | 'disk'>;

/** Makes an album's files. A retry starts from the beginning: storage never keeps half a file. */
export async function writeAlbum(
  services: Making,
  { albumId }: AlbumJob,
  { lastAttempt, signal }: JobRun,
): Promise<void> {
  const { db } = services;
  try {
    await make(services, albumId, signal);
  } catch (error) {
    if (lastAttempt) await db.update(studentAlbums).set({ state: 'failed' }).where(eq(studentAlbums.id, albumId));
    throw error;
  } finally {
    await removeFilesWithoutRow(services, albumId);
  }
}

async function make(services: Making, albumId: string, signal: AbortSignal): Promise<void> {
  const { db } = services;
  const found = await openAlbum(db, albumId);
  if (!found) return;
  const made = await writeFiles(services, { ...found, signal });
  const done = { state: 'done', percent: 100, ...made } as const;
  await db
    .update(studentAlbums)
    .set({ ...done, expiresAt: sql`now() + make_interval(days => ${studentAlbums.days}::int)` })
    .where(eq(studentAlbums.id, albumId));
}

// The row may be gone meanwhile: ended by staff, with the child, or here. Its end could not remove a file that was stored
// later, and the sweep would keep the file in quarantine for a month.
async function removeFilesWithoutRow({ db, storage }: Uses<'db' | 'storage'>, albumId: string): Promise<void> {
  const isThere = (await db.$count(studentAlbums, eq(studentAlbums.id, albumId))) > 0;
  if (!isThere) await removeAlbumFiles(storage, [newAlbumKey(albumId)]);
}

const isBeingMade = (albumId: string) =>
  and(eq(studentAlbums.id, albumId), inArray(studentAlbums.state, ['waiting', 'running']));

// Undefined when the album was ended. An album that is not allowed any more is deleted here.
async function openAlbum(db: Queryable, albumId: string) {
  const ofJob = isBeingMade(albumId);
  await db.delete(studentAlbums).where(and(ofJob, sql`not ${isStillAllowed}`));
  const [found] = await db.select().from(studentAlbums).where(ofJob);
  return found;
}

async function tellPercent(db: Queryable, albumId: string, percent: number): Promise<void> {
  const rows = await db
    .update(studentAlbums)
    .set({ state: 'running', percent })
    .where(isBeingMade(albumId))
    .returning({ id: studentAlbums.id });
  // The next attempt finds no album and ends.
  if (rows.length === 0) throw new Error('The album has ended or failed meanwhile');
}

interface Writing extends Pick<
  typeof studentAlbums.$inferSelect,
  'id' | 'profileId' | 'schoolId' | 'classIds' | 'storageKey'
> {
  readonly signal: AbortSignal;
}

// The PDF is most of the work, since each picture is made anew.
const percentOfPdf = 80;

async function writeFiles({ db, settings, storage, disk }: Making, { id, storageKey, signal, ...of }: Writing) {
  const tell = (percent: number) => tellPercent(db, id, percent);
  await tell(0);
  const { language, timeZone, ...cover } = await coverOf(db, of, settings.timeZone);
  const works = nameWorks(await worksOf(db, of), timeZone);
  let lastPercent = 0;
  const onWork = async (count: number) => {
    const percent = Math.floor((count / works.length) * percentOfPdf);
    if (percent < lastPercent + 5) return;
    signal.throwIfAborted();
    await keepReserve(disk);
    await tell(percent);
    lastPercent = percent;
  };
  const words = await albumWords(settings, { language, timeZone });
  const pdf = await albumPdf({ ...cover, works }, { storage, words, onWork });
  const pdfKey = fileKey(storageKey, 'pdf');
  const { size: pdfSize } = await putWritten(storage, pdfKey, (target) => pipeline(pdf, target));
  signal.throwIfAborted();
  await keepReserve(disk);
  await tell(percentOfPdf);
  const parts = [
    { name: 'album.pdf', storageKey: pdfKey },
    ...works.flatMap(({ path, file, voicePath, voice }) => [
      { name: path, storageKey: file.storageKey },
      ...(voicePath !== null && voice ? [{ name: voicePath, storageKey: voice.storageKey }] : []),
    ]),
  ];
  const present = await partsThere(storage, parts);
  const zip = dataZip(storage, present);
  const { size: zipSize } = await putWritten(storage, fileKey(storageKey, 'zip'), (target) => zip.write(target));
  return { pdfSize, zipSize, workIds: works.map((work) => work.id) };
}

interface Part {
  readonly name: string;
  readonly storageKey: string;
}

// A file that the store has lost must not cost a family all the others.
async function partsThere(storage: Storage, parts: readonly Part[]): Promise<Part[]> {
  const found: Part[] = [];
  for (const part of parts) if ((await storage.size(part.storageKey)) !== undefined) found.push(part);
  return found;
}

type OfAlbum = Pick<Writing, 'profileId' | 'schoolId' | 'classIds'>;

// The values that the cover shows, with the school's language and time zone.
async function coverOf(db: Queryable, { profileId, schoolId, classIds }: OfAlbum, installationZone: string) {
  const [child] = await db
    .select({ name: profiles.name, animal: profiles.animal })
    .from(profiles)
    .where(eq(profiles.id, profileId));
  const [school] = await db
    .select({ name: schools.name, language: schools.language, zone: ownZone(schools.id), logoKey: media.storageKey })
    .from(schools)
    .leftJoin(media, eq(media.id, schools.logoMediaId))
    .where(eq(schools.id, schoolId));
  if (!child || !school) throw new Error('The child or the school of an album is gone');
  const ofClasses = await db
    .select({ className: classes.className, textbookId: classes.textbookId })
    .from(classes)
    .where(inArray(classes.id, classIds))
    .orderBy(classes.startDate, classes.id);
  const [finished] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(finishedContents)
    .innerJoin(contents, and(eq(contents.id, finishedContents.contentId), isNull(contents.deletedAt)))
    .innerJoin(lessons, and(eq(lessons.id, contents.lessonId), isNull(lessons.deletedAt)))
    .where(
      and(
        eq(finishedContents.profileId, profileId),
        inArray(
          lessons.textbookId,
          ofClasses.map(({ textbookId }) => textbookId),
        ),
      ),
    );
  const cover: Omit<Album, 'works'> = {
    ...child,
    classNames: ofClasses.map(({ className }) => className),
    schoolName: school.name,
    logoKey: school.logoKey,
    finishedCount: finished?.count ?? 0,
  };
  return { ...cover, language: school.language, timeZone: school.zone ?? installationZone };
}
