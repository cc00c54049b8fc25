import type { Author } from '#api/domains/audit/record.ts';
import { recordChange } from '#api/domains/audit/record.ts';
import { storeFile } from '#api/domains/media/write.ts';
import { asUnavailable } from '#api/ground/apart/run.ts';
import { newId } from '#api/ground/db/ids.ts';
import { media } from '#api/ground/db/schema.ts';
import type { ReceivedFile } from '#api/ground/http/forms.ts';
import type { PreparedFile } from '#api/ground/media/formats.ts';
import { checkPicture, remakePicture } from '#api/ground/media/pictures.ts';
import { recognise } from '#api/ground/media/recognise.ts';
import { remakeRecording } from '#api/ground/media/recordings.ts';
import { inScratch } from '#api/ground/media/scratch.ts';
import type { Uses } from '#api/ground/services.ts';
import type { UploadedPicture, UploadedSound } from '#schema/rest/media.ts';

// No screen shows a page larger than this.
const pageSide = 4096;
// Ten megabytes hold far less; only a broken header claims more.
const longestSound = 6 * 3600;

interface Sent {
  readonly author: Author;
  readonly file: ReceivedFile;
}

/** Stores a picture for a content's page or a textbook's cover. */
export async function keepTeachingPicture(
  services: Uses<'db' | 'settings' | 'links' | 'storage'>,
  { author, file }: Sent,
): Promise<UploadedPicture> {
  return inScratch(services.settings, async (folder) => {
    const picture = { path: file.path, format: await recognise(file.path, 'image') };
    await checkPicture(picture);
    const made = await remakePicture(picture, { folder, within: pageSide });
    const { width = 0, height = 0 } = made;
    return { ...(await keep(services, { author, file, made })), width, height };
  });
}

/** Stores a sound for contents and items. */
export async function keepTeachingSound(
  services: Uses<'db' | 'settings' | 'links' | 'storage'>,
  { author, file }: Sent,
): Promise<UploadedSound> {
  return inScratch(services.settings, async (folder) => {
    const format = await recognise(file.path, 'audio');
    const limits = { before: longestSound, tooLong: 'messages.soundTooLong' } as const;
    const recording = { path: file.path, format, kind: 'audio', ...limits } as const;
    const made = await remakeRecording(recording, folder).catch(asUnavailable);
    return { ...(await keep(services, { author, file, made })), durationMs: made.durationMs ?? 0 };
  });
}

async function keep(
  { db, storage, links }: Uses<'db' | 'links' | 'storage'>,
  { author, file, made }: Sent & { readonly made: PreparedFile },
) {
  const storageKey = newId();
  const row = await storeFile(storage, {
    file: made,
    storageKey,
    fileName: file.fileName,
    purpose: 'teaching',
    uploadedById: author.userId,
  });
  const { id, kind, fileName, byteSize } = row;
  const createdAt = await db.transaction(async (tx) => {
    const [stored] = await tx.insert(media).values(row).returning({ createdAt: media.createdAt });
    if (!stored) throw new Error('An insert gave no row back');
    await recordChange(tx, author, {
      action: 'upload',
      entity: 'media',
      entityId: id,
      after: { kind, fileName, byteSize },
    });
    return stored.createdAt.toISOString();
  });
  return { id, ...links.media(id, fileName), createdAt };
}
