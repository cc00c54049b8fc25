import { and, eq, inArray, lt, not, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { hashOf } from '#api/domains/auth/tokens.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { classes, schools, studentAlbums } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { conflict, invalid, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { startStudentAlbum, StudentAlbum } from '#schema/rest/albums.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { albumMaximum } from '#schema/rules/albums.ts';
import { albumsWhere, type OfChild, schoolOfChild } from './detail.ts';
import { newAlbumKey, removeAlbumFiles } from './files.ts';
import { hasAlbumJob, makeAlbum } from './jobs.ts';
import { albumClassesOf, albumsVisibleTo } from './scope.ts';
import { albumToken } from './token.ts';
import { sizeOfWorks } from './works.ts';

interface Start extends OfChild {
  readonly requestId: string;
  readonly values: BodyOf<typeof startStudentAlbum>;
}

/** The attempts of the job. Together they take a minute and a half, so that staff soon see a failure. */
const maxAttempts = 5;

/** Creates an album and its job. Resolves to the album as it was started. */
export async function startAlbum(
  services: Uses<'db' | 'jobs' | 'links' | 'secrets' | 'settings'>,
  { caller, requestId, classId, profileId, values: { classIds, days } }: Start,
): Promise<StudentAlbum> {
  const { db, jobs, secrets } = services;
  return db.transaction(async (tx) => {
    const { schoolId, allowed } = await schoolOfChild(tx, { caller, classId, profileId });
    const albumsOff = () => conflict('messages.albumsOff', 'The school does not allow albums.');
    if (schoolId === null || !allowed) throw albumsOff();
    // The row lock makes a change of the setting wait; the change then ends this album too.
    const [school] = await tx
      .select({ on: schools.familyAlbums })
      .from(schools)
      .where(eq(schools.id, schoolId))
      .for('share');
    if (school?.on !== true) throw albumsOff();
    const own = await tx
      .select({ className: classes.className })
      .from(classes)
      .where(and(inArray(classes.id, classIds), albumClassesOf(caller, { profileId, schoolId })));
    if (own.length < classIds.length) throw invalid({ classIds: ['messages.albumClassNotAvailable'] });
    await assertFits(tx, profileId, classIds);
    const id = newId();
    const tokenHash = hashOf(albumToken(secrets, id));
    const row = {
      id,
      profileId,
      schoolId,
      classIds,
      days,
      tokenHash,
      storageKey: newAlbumKey(id),
      madeById: caller.userId,
    };
    // An album of another class of the school is not seen behind the wall, and neither is the queue.
    await beyondWall(tx, async (all) => {
      await failAbandoned(all, schoolId);
      const made = await all
        .insert(studentAlbums)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: studentAlbums.id });
      if (made.length === 0)
        throw conflict('messages.albumRunning', 'Another album of the school is being made. Wait for it to finish.');
      // One album at a time, so that pictures leave the worker room for other jobs.
      await jobs.add(all, makeAlbum, { albumId: id }, { queue: 'albums', maxAttempts });
    });
    const change = { action: 'make-album', entity: 'profiles', entityId: profileId } as const;
    await recordChange(
      tx,
      { ...caller, requestId },
      { ...change, after: { className: own.map(({ className }) => className).join(' · '), days } },
    );
    // Read within the transaction: afterwards the job may delete the album, where the school does not allow it any more.
    const [album] = await albumsWhere({ ...services, db: tx }, caller, eq(studentAlbums.id, id));
    if (!album) throw new Error('An insert gave no album back');
    return album;
  });
}

async function assertFits(tx: Queryable, profileId: string, classIds: readonly string[]): Promise<void> {
  const { count, bytes } = await sizeOfWorks(tx, { profileId, classIds });
  if (count === 0) throw conflict('messages.albumEmpty', 'The child has no works yet.');
  if (bytes > albumMaximum) throw conflict('messages.albumTooLarge', 'The works are too large for one album.');
}

// Marks albums as failed whose process died during the last attempt. An old album that still has a job goes on: it may
// wait for albums of other schools, or for a server that was off.
const failAbandoned = (tx: Queryable, schoolId: string) =>
  tx
    .update(studentAlbums)
    .set({ state: 'failed' })
    .where(
      and(
        eq(studentAlbums.schoolId, schoolId),
        inArray(studentAlbums.state, ['waiting', 'running']),
        lt(studentAlbums.createdAt, sql`now() - interval '2 hours'`),
        not(hasAlbumJob),
      ),
    );

interface End {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
}

/** Ends an album at once: its row, its link and its files go. */
export async function endAlbum({ db, storage }: Uses<'db' | 'storage'>, { caller, requestId, id }: End): Promise<void> {
  const storageKey = await db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(studentAlbums)
      .where(and(eq(studentAlbums.id, id), albumsVisibleTo(caller)))
      .returning();
    if (!gone) throw notFound();
    const { profileId, openedCount } = gone;
    const change = { action: 'end-album', entity: 'profiles', entityId: profileId } as const;
    await recordChange(tx, { ...caller, requestId }, { ...change, before: { openedCount } });
    return gone.storageKey;
  });
  await removeAlbumFiles(storage, [storageKey]);
}

/** Ends all albums of a school. Resolves to the storage keys, whose files are removed once the transaction is safe. */
export const endAlbumsOfSchool = (tx: Queryable, schoolId: string): Promise<string[]> =>
  // An owner may not see a class of the school that is in no school of theirs any more.
  beyondWall(tx, async (all) => {
    const gone = await all
      .delete(studentAlbums)
      .where(eq(studentAlbums.schoolId, schoolId))
      .returning({ key: studentAlbums.storageKey });
    return gone.map(({ key }) => key);
  });
