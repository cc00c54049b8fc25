import type { Author } from '#api/audit/record.ts';
import { recordChange } from '#api/audit/record.ts';
import { newId } from '#api/db/ids.ts';
import { media } from '#api/db/schema.ts';
import type { ReceivedFile } from '#api/http/forms.ts';
import { unavailable } from '#api/http/problems.ts';
import type { PreparedFile } from '#api/media/formats.ts';
import { keepFile } from '#api/media/keep.ts';
import { checkPicture, remakePicture } from '#api/media/pictures.ts';
import { recognise } from '#api/media/recognise.ts';
import { RecordingInterrupted } from '#api/media/recast-process.ts';
import { remakeRecording } from '#api/media/recordings.ts';
import { inScratch } from '#api/media/scratch.ts';
import type { Services } from '#api/services.ts';
import type { UploadedPicture, UploadedSound } from '#schema/rest/media.ts';

// A screen shows no more of a page, and print comes from elsewhere.
const pageSide = 4096;
// What ten megabytes can hold ends long before; a header of nonsense does not.
const longestSound = 6 * 3600;

interface Sent {
  readonly author: Author;
  readonly file: ReceivedFile;
}

/** Takes in a picture for a content's page or a textbook's cover. */
export async function keepTeachingPicture(services: Services, { author, file }: Sent): Promise<UploadedPicture> {
  return inScratch(services.settings, async (folder) => {
    const picture = { path: file.path, format: await recognise(file.path, 'image') };
    await checkPicture(picture);
    const made = await remakePicture(picture, { folder, within: pageSide });
    const { width = 0, height = 0 } = made;
    return { ...(await keep(services, { author, file, made })), width, height };
  });
}

/** Takes in a sound. */
export async function keepTeachingSound(services: Services, { author, file }: Sent): Promise<UploadedSound> {
  return inScratch(services.settings, async (folder) => {
    const format = await recognise(file.path, 'audio');
    const limits = { before: longestSound, tooLong: 'messages.soundTooLong' } as const;
    const recording = { path: file.path, format, kind: 'audio', ...limits } as const;
    const made = await remakeRecording(recording, folder).catch(asUnavailable);
    return { ...(await keep(services, { author, file, made })), durationMs: made.durationMs ?? 0 };
  });
}

// The process was stopped and not the sound refused: sent again, it may be taken.
function asUnavailable(error: unknown): never {
  throw error instanceof RecordingInterrupted ? unavailable() : error;
}

async function keep({ db, storage, links }: Services, { author, file, made }: Sent & { readonly made: PreparedFile }) {
  const storageKey = newId();
  const row = await keepFile(storage, {
    file: made,
    storageKey,
    fileName: file.fileName,
    purpose: 'teaching',
    uploadedById: author.userId,
  });
  const { id, kind, fileName, byteSize } = row;
  await db.transaction(async (tx) => {
    await tx.insert(media).values(row);
    await recordChange(tx, author, {
      action: 'upload',
      entity: 'media',
      entityId: id,
      after: { kind, fileName, byteSize },
    });
  });
  return { id, ...links.media(id, fileName) };
}
