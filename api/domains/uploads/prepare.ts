import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Checking } from '#api/domains/media/store-check.ts';
import { storeFile } from '#api/domains/media/write.ts';
import { removeErasedFiles } from '#api/domains/privacy/erased-files.ts';
import { isDiskFull, isUnreachable } from '#api/ground/db/unavailable.ts';
import type { JobRun } from '#api/ground/jobs/job.ts';
import type { PreparedFile } from '#api/ground/media/formats.ts';
import { checkPicture, remakePicture } from '#api/ground/media/pictures.ts';
import { recognise } from '#api/ground/media/recognise.ts';
import { remakeRecording } from '#api/ground/media/recordings.ts';
import { MediaRefusal } from '#api/ground/media/refusal.ts';
import { inScratch } from '#api/ground/media/scratch.ts';
import { ensureSizedPicture } from '#api/ground/media/sized-pictures.ts';
import type { Uses } from '#api/ground/services.ts';
import { type Storage, StoredFileMissing } from '#api/ground/storage/storage.ts';
import { recordingSeconds, videoSeconds } from '#schema/rules/files.ts';
import { preparing, prepareMedia, type Preparation } from './jobs.ts';
import { type StartedRequest, begin, finish, isGone, reject } from './requests.ts';

const pictureSide = 2560;
const thumbnailSide = 960;
// The recorder stops a little after three minutes.
const lateSeconds = 2;

const limits = {
  video: { kind: 'video', before: videoSeconds, tooLong: 'messages.videoTooLong' },
  record: { kind: 'audio', before: recordingSeconds + lateSeconds, tooLong: 'messages.recordingTooLong' },
} as const;

const thumbnailKey = (requestId: string): string => `${requestId}.thumbnail`;

// The pause before the next attempt while the disk is full or storage is unreachable.
const putOffMs = 60_000;

/** Prepares an uploaded work for the wall: converts it and stores the result. Idempotent. */
export async function prepareUpload(
  services: Uses<'db' | 'settings' | 'storage' | 'jobs' | 'logger'> & Checking,
  { requestId }: Preparation,
  { lastAttempt }: JobRun,
): Promise<void> {
  const request = await begin(services.db, requestId);
  if (!request) return void (await removeIfErased(services, requestId));
  try {
    await inScratch(services.settings, (folder) => prepare(services, request, folder));
  } catch (error) {
    if (await removeIfErased(services, requestId)) return;
    if (error instanceof MediaRefusal) await reject(services, request, error.messageKey);
    // A work that was accepted stays accepted: a temporary failure is not counted among the attempts, however long it lasts.
    else if (isTemporary(error) || (await isOfAnotherStore(services, error)))
      await postpone(services, requestId, error);
    else {
      if (lastAttempt) await reject(services, request, 'messages.uploadFailed');
      throw error;
    }
  }
}

/**
 * Removes the files that an attempt has stored for a child who was erased in the meantime. Returns false if the request
 * still exists.
 */
async function removeIfErased(services: Uses<'db' | 'storage'> & Checking, requestId: string): Promise<boolean> {
  if (!(await isGone(services.db, requestId))) return false;
  await removeErasedFiles(services, { keys: [requestId, thumbnailKey(requestId)], albums: [] });
  return true;
}

async function postpone(
  { db, jobs, logger }: Uses<'db' | 'jobs' | 'logger'>,
  requestId: string,
  error: unknown,
): Promise<void> {
  logger.warn({ err: error }, 'an upload waits: its file cannot be read or written now');
  const runAt = new Date(Date.now() + putOffMs);
  await jobs.add(db, prepareMedia, { requestId }, { ...preparing, runAt });
}

// A missing file (ENOENT) is not temporary.
const isTemporary = (error: unknown): boolean =>
  isDiskFull(error) ||
  (isUnreachable(error) && !(error instanceof Error && 'code' in error && error.code === 'ENOENT'));

// The file may be in the right store: a disk that is not mounted looks like an empty one.
const isOfAnotherStore = async ({ store }: Checking, error: unknown): Promise<boolean> =>
  error instanceof StoredFileMissing && (await store.check().catch(() => undefined))?.state !== 'together';

async function prepare(services: Uses<'db' | 'storage'>, request: StartedRequest, folder: string): Promise<void> {
  const { storage } = services;
  const main = await make(request, await fetched(storage, request.sourceKey, folder), folder);
  const named = { purpose: 'community', fileName: request.fileName } as const;
  const file = await storeFile(storage, { ...named, file: main, storageKey: request.id });
  if (main.kind === 'image') await ensureSizedPicture(storage, request.id, 'small');
  const card =
    request.thumbnailSourceKey === null
      ? undefined
      : await storeFile(storage, {
          ...named,
          file: await picture(await fetched(storage, request.thumbnailSourceKey, folder), folder, thumbnailSide),
          storageKey: thumbnailKey(request.id),
        });
  await finish(services, request, { file, card });
}

async function make({ kind }: StartedRequest, path: string, folder: string): Promise<PreparedFile> {
  if (kind === 'image') return picture(path, folder, pictureSide);
  const limit = limits[kind];
  return remakeRecording({ path, format: await recognise(path, limit.kind), ...limit }, folder);
}

async function picture(path: string, folder: string, within: number): Promise<PreparedFile> {
  const found = { path, format: await recognise(path, 'image') };
  await checkPicture(found);
  return remakePicture(found, { folder, within });
}

async function fetched(storage: Storage, key: string, folder: string): Promise<string> {
  const path = join(folder, randomUUID());
  await pipeline(await storage.open(key), createWriteStream(path));
  return path;
}
