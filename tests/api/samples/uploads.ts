import { newId } from '#api/db/ids.ts';
import { mediaRequests } from '#api/db/schema.ts';
import { film, picture, sound } from '#tests/support/media-samples.ts';
import { aClass, aProfile, type Place } from './place.ts';
import { bare, type Samples } from './sample.ts';

// A child of the first school's class, and where their work goes; the token is the child's own.
async function aWork(place: Place) {
  const running = await aClass(place);
  const child = await aProfile(place, running.id);
  return {
    token: child.token,
    byIds: { StudentId: child.id, ClassId: running.id, LessionId: place.lesson.id },
    byCodes: { StudentId: child.id, ClassHashCode: running.classHashCode, LessonHashCode: place.lesson.hashCode },
  };
}

// Each is made once: these calls are sent by the hundred.
const made = new Map<string, Promise<Buffer>>();
async function file(fileName: string, make: () => Promise<Buffer>) {
  const content = made.get(fileName) ?? make();
  made.set(fileName, content);
  return { content: await content, fileName };
}
const pictureFile = () => file('cat.png', () => picture('png'));

export const uploadSamples: Samples = {
  audioFiles: bare,
  uploadPageImage: async () => ({ files: { file: await pictureFile() } }),
  uploadTextBookThumbnail: async () => ({ files: { file: await pictureFile() } }),
  uploadPushAndListenAudio: async () => ({ files: { file: await file('cat.wav', () => sound('wav')) } }),
  uploadCommunityImage: async (place) => {
    const { token, byIds } = await aWork(place);
    return { token, fields: { ...byIds, Title: 'Cat' }, files: { Image: await pictureFile() } };
  },
  uploadCommunityRecord: async (place) => {
    const { token, byCodes } = await aWork(place);
    return { token, fields: byCodes, files: { File: await file('voice.mp3', () => sound('mp3')) } };
  },
  uploadCommunityVideo: async (place) => {
    const { token, byIds } = await aWork(place);
    return { token, fields: byIds, files: { Video: await file('cat.mp4', () => film({ seconds: 2 })) } };
  },
  mediaStatus: async (place) => {
    const child = await aProfile(place);
    const id = newId();
    await place.world.services.db.insert(mediaRequests).values({ id, profileId: child.id, sourceKey: `${id}.source` });
    return { token: child.token, query: { RequestId: id } };
  },
};
