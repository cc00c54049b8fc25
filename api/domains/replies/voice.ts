import { and, eq } from 'drizzle-orm';
import { storeFile } from '#api/domains/media/write.ts';
import { moderatableBy, selectPosts } from '#api/domains/moderation/detail.ts';
import { asUnavailable } from '#api/ground/apart/run.ts';
import { newId } from '#api/ground/db/ids.ts';
import { communityPosts } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { ReceivedFile } from '#api/ground/http/forms.ts';
import { notFound } from '#api/ground/http/problems.ts';
import { recognise } from '#api/ground/media/recognise.ts';
import { remakeRecording } from '#api/ground/media/recordings.ts';
import { inScratch } from '#api/ground/media/scratch.ts';
import type { Uses } from '#api/ground/services.ts';
import { replySeconds } from '#schema/rules/replies.ts';

// A recorder stops a little after its minute.
const lateSeconds = 2;

interface Sent {
  /** The post's id. */
  readonly id: string;
  readonly caller: StaffCaller;
  readonly file: ReceivedFile;
}

/** A stored voice whose row is still to be written. */
export type MadeVoice = Awaited<ReturnType<typeof makeVoice>>;

/** Makes a teacher's voice anew and stores it, as data of the child it is for. 404 before anything is made. */
export async function makeVoice(
  { db, settings, storage }: Uses<'db' | 'settings' | 'storage'>,
  { id, caller, file }: Sent,
) {
  const [found] = await selectPosts(db).where(and(eq(communityPosts.id, id), moderatableBy(caller)));
  if (!found) throw notFound();
  return inScratch(settings, async (folder) => {
    const recording = {
      path: file.path,
      format: await recognise(file.path, 'audio'),
      kind: 'audio',
      before: replySeconds + lateSeconds,
      tooLong: 'messages.replyTooLong',
    } as const;
    const made = await remakeRecording(recording, folder).catch(asUnavailable);
    return storeFile(storage, {
      file: made,
      storageKey: newId(),
      fileName: file.fileName,
      purpose: 'community',
      uploadedById: caller.userId,
      profileId: found.post.profileId,
    });
  });
}
