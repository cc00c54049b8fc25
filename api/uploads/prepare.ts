import { createWriteStream } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDiskFull, isUnreachable } from '#api/db/unavailable.ts';
import type { Task } from '#api/jobs/task.ts';
import { keepFile } from '#api/media/keep.ts';
import type { PreparedFile } from '#api/media/formats.ts';
import { checkPicture, remakePicture } from '#api/media/pictures.ts';
import { recognise } from '#api/media/recognise.ts';
import { remakeRecording } from '#api/media/recordings.ts';
import { MediaRefusal } from '#api/media/refusal.ts';
import { inScratch } from '#api/media/scratch.ts';
import { ensureSmallPicture } from '#api/media/small-picture.ts';
import type { Services } from '#api/services.ts';
import type { Storage } from '#api/storage/storage.ts';
import { recordingSeconds, videoSeconds } from '#schema/rules/files.ts';
import { type Begun, begin, finish, reject } from './requests.ts';

const pictureSide = 2560;
const thumbnailSide = 960;
// A recorder that stops at three minutes stops a little late.
const lateSeconds = 2;

const limits = {
  video: { kind: 'video', before: videoSeconds, tooLong: 'messages.videoTooLong' },
  record: { kind: 'audio', before: recordingSeconds + lateSeconds, tooLong: 'messages.recordingTooLong' },
} as const;

/** Tried for some hours, longer than a restart or a repair takes; what cannot be prepared then is answered for. */
export const prepareAttempts = 10;
// How long a work waits while the disk is full or the store is away.
const putOffMs = 60_000;

/** Makes of what a child sent what the wall may show. Run twice, it finds that it is done, or does the same again. */
export const prepareMedia: Task<{ readonly requestId: string }> =
  (services) =>
  async ({ requestId }, { lastAttempt }) => {
    const request = await begin(services.db, requestId);
    if (!request) return;
    try {
      await inScratch(services.settings, (folder) => prepare(services, request, folder));
    } catch (error) {
      if (error instanceof MediaRefusal) await reject(services, request, error.messageKey);
      // What was accepted stays accepted, however long that lasts: it takes up no try.
      else if (isPassing(error)) await putOff(services, requestId, error);
      else {
        if (lastAttempt) await reject(services, request, 'messages.uploadFailed');
        throw error;
      }
    }
  };

async function putOff({ db, jobs, logger }: Services, requestId: string, error: unknown): Promise<void> {
  logger.warn({ err: error }, 'an upload waits: its file cannot be read or written now');
  const runAt = new Date(Date.now() + putOffMs);
  await jobs.add(db, 'prepareMedia', { requestId }, { maxAttempts: prepareAttempts, runAt });
}

// Of a file that is gone nobody can say that it will come back.
const isPassing = (error: unknown): boolean =>
  isDiskFull(error) ||
  (isUnreachable(error) && !(error instanceof Error && 'code' in error && error.code === 'ENOENT'));

async function prepare(services: Services, request: Begun, folder: string): Promise<void> {
  const { storage } = services;
  const main = await make(request, await fetched(storage, request.sourceKey, folder), folder);
  const whose = { purpose: 'community', profileId: request.profileId, fileName: request.fileName } as const;
  const file = await keepFile(storage, { ...whose, file: main, storageKey: request.id });
  if (main.kind === 'image') await ensureSmallPicture(storage, request.id);
  const card =
    request.thumbnailSourceKey === null
      ? undefined
      : await keepFile(storage, {
          ...whose,
          file: await picture(await fetched(storage, request.thumbnailSourceKey, folder), folder, thumbnailSide),
          storageKey: `${request.id}.thumbnail`,
        });
  await finish(services, request, { file, card });
}

async function make({ kind }: Begun, path: string, folder: string): Promise<PreparedFile> {
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
