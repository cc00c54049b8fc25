import { createReadStream } from 'node:fs';
import { and, eq, isNull } from 'drizzle-orm';
import { newId } from '#api/db/ids.ts';
import { communityPosts, mediaRequests, profiles } from '#api/db/schema.ts';
import { isViolation } from '#api/db/violations.ts';
import type { ReceivedFile } from '#api/http/forms.ts';
import { unauthorized } from '#api/http/problems.ts';
import type { MediaKind } from '#api/media/formats.ts';
import { checkPicture } from '#api/media/pictures.ts';
import { recognise } from '#api/media/recognise.ts';
import type { Services } from '#api/services.ts';
import { knownRequest } from './known-request.ts';
import type { WallPlace } from './place.ts';
import { prepareAttempts } from './prepare.ts';
import { assertRoom } from './room.ts';

/** A child's work as it arrived. */
export interface Upload extends WallPlace {
  readonly profileId: string;
  readonly kind: 'image' | 'video' | 'record';
  readonly title: string;
  readonly file: ReceivedFile;
  readonly thumbnail: ReceivedFile | undefined;
  readonly clientId: string | undefined;
}

interface Arrived {
  readonly requestId: string;
}

/**
 * Keeps a work as it was sent and has it prepared: the post, the request and the job are written together, after the
 * file is stored, so that none is without the others; a file without them is swept.
 */
export async function receiveUpload(services: Services, upload: Upload): Promise<Arrived> {
  const { db, storage } = services;
  const { kind, file, thumbnail } = upload;
  await check(file, kind === 'record' ? 'audio' : kind);
  if (thumbnail) await check(thumbnail, 'image');
  const wanted = { ...upload, size: file.size + (thumbnail?.size ?? 0) };
  // Before anything is stored, and once more when nobody else of the same profile can be counting.
  await assertRoom(db, services.settings, wanted);
  const requestId = newId();
  const sourceKey = `${requestId}.source`;
  const thumbnailSourceKey = thumbnail ? `${requestId}.thumbnail-source` : null;
  await storage.put(sourceKey, createReadStream(file.path));
  if (thumbnail && thumbnailSourceKey !== null) await storage.put(thumbnailSourceKey, createReadStream(thumbnail.path));
  try {
    await write(services, wanted, { id: requestId, sourceKey, thumbnailSourceKey });
    return { requestId };
  } catch (error) {
    await Promise.all([sourceKey, thumbnailSourceKey ?? sourceKey].map((key) => storage.remove(key)));
    if (!isViolation(error, 'media_requests_client_unique')) throw error;
    const known = await knownRequest(db, upload);
    if (known === undefined) throw error;
    return { requestId: known };
  }
}

async function check({ path }: ReceivedFile, kind: MediaKind): Promise<void> {
  if (kind === 'image') await checkPicture({ path, format: await recognise(path, kind) });
  else await recognise(path, kind);
}

type Keys = Pick<typeof mediaRequests.$inferInsert, 'id' | 'sourceKey' | 'thumbnailSourceKey'>;

async function write({ db, jobs, settings }: Services, upload: Upload & { readonly size: number }, keys: Keys) {
  const { profileId, classId, lessonId, kind, title, clientId, size, file } = upload;
  await db.transaction(async (tx) => {
    const [profile] = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(eq(profiles.id, profileId), isNull(profiles.deletedAt)))
      .for('no key update');
    if (!profile) throw unauthorized();
    await assertRoom(tx, settings, upload);
    const post = { id: newId(), profileId, classId, lessonId, kind, title };
    await tx.insert(communityPosts).values(post);
    const { fileName } = file;
    await tx
      .insert(mediaRequests)
      .values({ ...keys, profileId, postId: post.id, clientId, fileName, sourceSize: size });
    await jobs.add(tx, 'prepareMedia', { requestId: keys.id }, { maxAttempts: prepareAttempts });
  });
}
