import { expect, vi } from 'vitest';
import type { classes } from '#api/ground/db/schema.ts';
import {
  mediaStatus,
  uploadCommunityImage,
  uploadCommunityRecord,
  uploadCommunityVideo,
} from '#schema/rest/uploads.ts';
import { answerOf } from '#tests/support/answers.ts';
import type { World } from '#tests/support/world.ts';
import { aClass, aProfile, type Place } from './samples/place.ts';
import { send, type SentFile } from './school.ts';

/** Where uploads are sent; a test may run an API of its own. */
type Api = Pick<World, 'apiUrl'>;

/** Children in classes of their own, and what they send. */
export function createWorks(world: Api, place: Place) {
  async function aChild(over: Partial<typeof classes.$inferInsert> = {}) {
    const running = await aClass(place, over);
    return { ...(await aProfile(place, running.id)), class: running };
  }
  type Child = Awaited<ReturnType<typeof aChild>>;

  const fields = (child: Child, over = {}) => ({
    StudentId: child.id,
    ClassId: child.class.id,
    LessionId: place.lesson.id,
    ...over,
  });
  const file = (content: Buffer, fileName: string) => ({ content, fileName });
  const small = (thumbnail?: Buffer): Readonly<Record<string, SentFile>> =>
    thumbnail ? { Thumbnail: file(thumbnail, 'small.jpg') } : {};

  interface More {
    readonly fields?: Readonly<Record<string, string>>;
    readonly thumbnail?: Buffer;
  }

  const sendImage = (child: Child, content: Buffer, more: More = {}) =>
    send(world, uploadCommunityImage, {
      token: child.token,
      fields: fields(child, more.fields),
      files: { Image: file(content, 'cat.HEIC.jpg'), ...small(more.thumbnail) },
    });
  const sendVideo = (child: Child, content: Buffer, more: More = {}) =>
    send(world, uploadCommunityVideo, {
      token: child.token,
      fields: fields(child, more.fields),
      files: { Video: file(content, 'work'), ...small(more.thumbnail) },
    });
  const sendRecord = (child: Child, content: Buffer) =>
    send(world, uploadCommunityRecord, {
      token: child.token,
      fields: { StudentId: child.id, ClassHashCode: child.class.classHashCode, LessonHashCode: place.lesson.hashCode },
      files: { File: file(content, 'voice.webm') },
    });

  /** The progress of an upload, as its sender sees it. */
  const statusOf = (child: Child, requestId: string) =>
    answerOf(mediaStatus, send(world, mediaStatus, { token: child.token, query: { RequestId: requestId } }));

  /** The final outcome of an upload. */
  async function outcome(child: Child, sent: ReturnType<typeof sendImage>) {
    const { requestId } = await answerOf(uploadCommunityImage, sent);
    return vi.waitFor(
      async () => {
        const status = await statusOf(child, requestId);
        expect(['ready', 'rejected']).toContain(status.state);
        return status;
      },
      { timeout: 60_000, interval: 100 },
    );
  }

  return { aChild, sendImage, sendVideo, sendRecord, statusOf, outcome };
}
export type Works = ReturnType<typeof createWorks>;
export type Child = Awaited<ReturnType<Works['aChild']>>;
