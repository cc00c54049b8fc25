import { createReadStream } from 'node:fs';
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { isCompleted } from '#api/domains/classes/scope.ts';
import { writeRowsOf } from '#api/domains/media/write.ts';
import { ownZone } from '#api/domains/schools/zone.ts';
import { lessonIsPublished, textBookIsPublished } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import {
  classes,
  classProfiles,
  communityPosts,
  contents,
  lessons,
  mediaRequests,
  printedCodes,
  profiles,
  textbooks,
} from '#api/ground/db/schema.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import type { ReceivedFile } from '#api/ground/http/forms.ts';
import { conflict, notFound, tooManyRequests, unauthorized } from '#api/ground/http/problems.ts';
import type { MediaKind } from '#api/ground/media/formats.ts';
import { checkPicture } from '#api/ground/media/pictures.ts';
import { recognise } from '#api/ground/media/recognise.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import type { ClassLimits } from './class-limits.ts';
import { preparing, prepareMedia } from './jobs.ts';
import { assertSchoolRoom, bytesOf, lockRoom } from './school-quota.ts';

/** A child's work as it was uploaded. */
export interface Upload extends WallPlace {
  /** The page that was recorded; null where the device did not say. */
  readonly contentId: string | null;
  readonly profileId: string;
  readonly kind: 'image' | 'video' | 'record';
  readonly title: string;
  readonly file: ReceivedFile;
  readonly thumbnail: ReceivedFile | undefined;
  readonly clientId: string | undefined;
  /** The client's address. */
  readonly address: string;
}

/** An upload with the size of its files in bytes. */
type Sized = Upload & { readonly size: number };

interface Arrived {
  readonly requestId: string;
}

export type Receiving = Uses<'db' | 'settings' | 'storage' | 'jobs'> & { readonly classLimits: ClassLimits };

/**
 * Stores an uploaded work and queues its preparation. The post, the request and the job are written in one transaction,
 * after the file is stored; a file without them is removed by the sweep.
 */
export async function receiveUpload(services: Receiving, upload: Upload): Promise<Arrived> {
  const { db, classLimits } = services;
  const { kind, file, thumbnail } = upload;
  await check(file, kind === 'record' ? 'audio' : kind);
  if (thumbnail) await check(thumbnail, 'image');
  const wanted = { ...upload, size: file.size + (thumbnail?.size ?? 0) };
  // Checked before the file is stored, and again in the transaction under the locks.
  await assertRoom(db, services.settings, wanted);
  // Counted before the work is stored, so that simultaneous uploads of many profiles cannot pass together.
  await classLimits.take(upload);
  const requestId = newId();
  try {
    await store(services, wanted, requestId);
    return { requestId };
  } catch (error) {
    await classLimits.giveBack(upload);
    if (!isViolation(error, 'media_requests_client_unique')) throw error;
    const earlierRequestId = await findEarlierRequest(db, upload);
    if (earlierRequestId === undefined) throw error;
    return { requestId: earlierRequestId };
  }
}

async function store(services: Receiving, upload: Sized, id: string): Promise<void> {
  const { storage } = services;
  const { file, thumbnail } = upload;
  const sourceKey = `${id}.source`;
  const thumbnailSourceKey = thumbnail ? `${id}.thumbnail-source` : null;
  await storage.put(sourceKey, createReadStream(file.path));
  if (thumbnail && thumbnailSourceKey !== null) await storage.put(thumbnailSourceKey, createReadStream(thumbnail.path));
  const keys = { id, sourceKey, thumbnailSourceKey };
  const stored = [sourceKey, ...(thumbnailSourceKey === null ? [] : [thumbnailSourceKey])];
  await writeRowsOf(services, stored, (tx) => write(services, tx, { upload, keys }));
}

async function check({ path }: ReceivedFile, kind: MediaKind): Promise<void> {
  if (kind === 'image') await checkPicture({ path, format: await recognise(path, kind) });
  else await recognise(path, kind);
}

type Keys = Pick<typeof mediaRequests.$inferInsert, 'id' | 'sourceKey' | 'thumbnailSourceKey'>;

interface NewWork {
  readonly upload: Sized;
  readonly keys: Keys;
}

async function write({ jobs, settings }: Uses<'settings' | 'jobs'>, tx: Queryable, { upload, keys }: NewWork) {
  const { profileId, classId, lessonId, contentId, kind, title, clientId, size, file } = upload;
  await lockSender(tx, settings, upload);
  await lockRoom(tx, upload.classId);
  await assertRoom(tx, settings, upload);
  const post = { id: newId(), profileId, classId, lessonId, contentId, kind, title };
  await tx.insert(communityPosts).values(post);
  const { fileName } = file;
  await tx.insert(mediaRequests).values({ ...keys, profileId, postId: post.id, clientId, fileName, sourceSize: size });
  await jobs.add(tx, prepareMedia, { requestId: keys.id }, preparing);
}

/**
 * Locks the class and then the profile, and checks both again, since storing the file can take long. A deletion or completion of the
 * class and a removal from it lock the class for update, so the one waits for the other.
 */
async function lockSender(tx: Queryable, { timeZone }: Limits, { profileId, classId }: Upload): Promise<void> {
  const [wall] = await tx
    .select({ status: classes.status, endDate: classes.endDate, ownZone: ownZone() })
    .from(classes)
    .where(and(eq(classes.id, classId), isNull(classes.deletedAt)))
    .for('key share');
  const inClass = and(eq(classProfiles.classId, classId), eq(classProfiles.profileId, profileId));
  const [profile] = await tx
    .select({ isMember: sql<boolean>`exists (select from ${classProfiles} where ${inClass})` })
    .from(profiles)
    .where(and(eq(profiles.id, profileId), isNull(profiles.deletedAt)))
    .for('no key update');
  if (!profile) throw unauthorized();
  if (!wall || !profile.isMember) throw notFound();
  assertRunning(wall, timeZone);
}

interface SentBefore {
  readonly profileId: string;
  readonly clientId: string | undefined;
}

/** The earlier request of an upload with the same client id (idempotency key); undefined when there is none. */
export async function findEarlierRequest(
  db: Queryable,
  { profileId, clientId }: SentBefore,
): Promise<string | undefined> {
  if (clientId === undefined) return undefined;
  const [known] = await db
    .select({ id: mediaRequests.id })
    .from(mediaRequests)
    .where(and(eq(mediaRequests.profileId, profileId), eq(mediaRequests.clientId, clientId)));
  return known?.id;
}

/** The wall for a work: a running class and a unit of its textbook. */
interface WallPlace {
  readonly classId: string;
  readonly lessonId: string;
}

export interface AskedPlace {
  readonly profileId: string;
  /** The conditions for the class and for the unit. */
  readonly ofClass: SQL;
  readonly ofLesson: SQL;
}

/** Finds the wall among the profile's classes; 404 when there is no such class or unit, 409 when the class is completed. */
export async function findPlace(
  { db, settings }: Uses<'db' | 'settings'>,
  { profileId, ofClass, ofLesson }: AskedPlace,
): Promise<WallPlace> {
  const [found] = await db
    .select({
      id: classes.id,
      textbookId: classes.textbookId,
      status: classes.status,
      endDate: classes.endDate,
      ownZone: ownZone(),
    })
    .from(classes)
    .innerJoin(classProfiles, eq(classProfiles.classId, classes.id))
    .innerJoin(textbooks, eq(textbooks.id, classes.textbookId))
    .where(and(ofClass, eq(classProfiles.profileId, profileId), isNull(classes.deletedAt), textBookIsPublished));
  if (!found) throw notFound();
  assertRunning(found, settings.timeZone);
  const [lesson] = await db
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(ofLesson, eq(lessons.textbookId, found.textbookId), lessonIsPublished));
  if (!lesson) throw notFound();
  return { classId: found.id, lessonId: lesson.id };
}

function assertRunning(wall: Parameters<typeof isCompleted>[0], timeZone: string): void {
  if (isCompleted(wall, timeZone)) throw conflict('messages.classCompleted', 'This class has finished.');
}

/**
 * The content of a class's textbook with this hash code, of today or of before. Null without one: a recording is never
 * refused because its page was moved or deleted meanwhile.
 */
export async function recordedContent(
  db: Queryable,
  classId: string,
  hashCode: string | undefined,
): Promise<string | null> {
  if (hashCode === undefined) return null;
  const [found] = await db
    .select({ id: contents.id })
    .from(printedCodes)
    .innerJoin(contents, eq(contents.id, printedCodes.entityId))
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(classes, eq(classes.textbookId, lessons.textbookId))
    .where(and(eq(printedCodes.key, `contents:${hashCode}`), eq(classes.id, classId), isNull(contents.deletedAt)));
  return found?.id ?? null;
}

const hourMs = 3_600_000;

interface Wanted {
  readonly profileId: string;
  readonly classId: string;
  /** In bytes. */
  readonly size: number;
}

type Limits = Pick<Settings, 'uploads' | 'timeZone'>;

// Answers 429 for too many works in an hour or a day, and 409 when the storage of the profile, the class or the school is full.
async function assertRoom(db: Queryable, { uploads, timeZone }: Limits, wanted: Wanted): Promise<void> {
  const { profileId, classId, size } = wanted;
  const [recent] = await db
    .select({ count: sql<number>`count(*)::int`, first: sql<string | null>`min(${mediaRequests.createdAt})` })
    .from(mediaRequests)
    .where(and(eq(mediaRequests.profileId, profileId), gt(mediaRequests.createdAt, new Date(Date.now() - hourMs))));
  if (recent && recent.count >= uploads.perHour)
    throw tooManyRequests(secondsUntilOver(recent.first), 'messages.tooManyUploads');
  if ((await bytesOf(db, eq(communityPosts.profileId, profileId))) + size > uploads.profileBytes)
    throw conflict('messages.profileStorageFull', 'Your space is full. Delete some posts, then try again.');
  if ((await bytesOf(db, eq(communityPosts.classId, classId))) + size > uploads.classBytes)
    throw conflict('messages.classStorageFull', 'This class’s space is full. Ask your teacher.');
  await assertSchoolRoom(db, wanted, timeZone);
}

const secondsUntilOver = (first: string | null): number =>
  first === null ? 1 : (new Date(first).getTime() + hourMs - Date.now()) / 1000;
