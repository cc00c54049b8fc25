import { eq } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import request from 'supertest';
import { expect } from 'vitest';
import { z } from 'zod';
import { newId } from '#api/ground/db/ids.ts';
import { communityReplies, finishedContents, type media, profiles, schools } from '#api/ground/db/schema.ts';
import * as operations from '#schema/rest/albums.ts';
import { SchoolLanguage } from '#schema/rest/enumerations.ts';
import { schoolOf } from '#tests/support/albums.ts';
import { answerOf } from '#tests/support/answers.ts';
import { makeContent, makeMedia, makePost } from '#tests/support/teaching.ts';
import type { World } from '#tests/support/world.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { send } from './school.ts';

export const picture = (colour: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .webp()
    .toBuffer();

export interface Child {
  readonly classId: string;
  readonly profileId: string;
}

/** Staff of two schools, the first of which allows albums, and children with works. Its tests call `begin` first. */
export function createAlbumDesk(world: World) {
  const db = () => world.services.db;
  const tokens = { teacher: '', owner: '', admin: '', otherTeacher: '', otherOwner: '' };
  const at: { place?: Place; schoolId: string } = { schoolId: '' };
  const setSchool = (values: Partial<typeof schools.$inferInsert>) =>
    db().update(schools).set(values).where(eq(schools.id, at.schoolId));
  const usual = () => setSchool({ familyAlbums: true, language: SchoolLanguage.EN, name: 'Sunflower School' });
  const thePlace = (): Place => {
    if (!at.place) throw new Error('begin comes first');
    return at.place;
  };

  async function begin() {
    const place = await makePlace(world);
    at.place = place;
    tokens.teacher = (await tokenFor(place, 'Teacher')) ?? '';
    tokens.owner = (await tokenFor(place, 'SchoolOwner')) ?? '';
    tokens.admin = (await tokenFor(place, 'Administrator')) ?? '';
    tokens.otherTeacher = (await tokenFor(place, 'Teacher', 'other')) ?? '';
    tokens.otherOwner = (await tokenFor(place, 'SchoolOwner', 'other')) ?? '';
    at.schoolId = await schoolOf(world.services, (await aClass(place)).id);
    return { place, schoolId: at.schoolId };
  }

  /** A stored file with content. */
  async function stored(content: Buffer, over: Partial<typeof media.$inferInsert>) {
    const row = await makeMedia(db(), { purpose: 'community', byteSize: content.length, ...over });
    await world.services.storage.put(row.storageKey, Readable.from([content]));
    return row.id;
  }

  /** A child with a picture, a film and two recordings, and with works that no album has. */
  async function aChildWithWorks(): Promise<Child> {
    const place = thePlace();
    const one = await aClass(place, { className: 'Sun class' });
    const child = await aProfile(place, one.id);
    await db().update(profiles).set({ name: 'Hana Mori' }).where(eq(profiles.id, child.id));
    const page = await makeContent(db(), { lessonId: place.lesson.id, position: 5, name: 'Rainbow song' });
    const work = async (day: number, over: Partial<Parameters<typeof makePost>[1]>) =>
      makePost(db(), {
        ...{ classId: one.id, profileId: child.id, lessonId: place.lesson.id },
        createdAt: new Date(Date.UTC(2026, 4, day, 3)),
        ...over,
      });
    const orange = await picture('#e8532b');
    const image = await work(1, {
      title: 'My cat',
      mediaId: await stored(orange, { kind: 'image', contentType: 'image/webp', fileName: 'cat.webp' }),
    });
    await work(2, {
      kind: 'video',
      title: 'Dance',
      mediaId: await stored(Buffer.from('a film'), { kind: 'video', contentType: 'video/mp4', fileName: 'dance.mp4' }),
      thumbnailMediaId: await stored(await picture('#2d9cdb'), { kind: 'image', fileName: 'dance.webp' }),
    });
    const voice = { kind: 'audio', contentType: 'audio/mpeg', fileName: 'voice.mp3' } as const;
    const record = await work(3, {
      ...{ kind: 'record', title: '', state: 'pending', contentId: page.id },
      mediaId: await stored(Buffer.from('a voice'), voice),
    });
    for (const over of [
      { title: 'Waits', state: 'pending' },
      { title: 'Hidden', state: 'hidden' },
      { title: 'Hidden voice', kind: 'record', state: 'hidden' },
      { title: 'Deleted', deletedAt: new Date() },
    ] as const)
      await work(4, over);
    await db()
      .insert(communityReplies)
      .values([
        { id: newId(), postId: image.id, kind: 'stamp', stamp: 'hanamaru' },
        {
          ...{ id: newId(), postId: record.id, kind: 'voice' },
          mediaId: await stored(Buffer.from('well done'), { ...voice, fileName: 'teacher.wav' }),
        },
      ]);
    await db().insert(finishedContents).values({ profileId: child.id, contentId: page.id });
    return { classId: one.id, profileId: child.id };
  }

  const paramsOf = ({ classId, profileId }: Child) => ({ id: classId, profileId });
  const list = (child: Child, token = tokens.teacher) =>
    send(world, operations.studentAlbums, { token, params: paramsOf(child) });
  const start = (child: Child, body: object = {}, token = tokens.teacher) =>
    send(world, operations.startStudentAlbum, {
      token,
      params: paramsOf(child),
      body: { classIds: [child.classId], ...body },
    });
  const end = (id: string, token = tokens.teacher) =>
    send(world, operations.endStudentAlbum, { token, params: { id } });
  const open = (token: string) => send(world, operations.openFamilyAlbum, { body: { token } });

  async function albumNow(child: Child, id: string) {
    const { albums } = await answerOf(operations.studentAlbums, list(child));
    return albums.find((album) => album.id === id);
  }

  async function made(child: Child, body: object = {}) {
    const { id } = operations.studentAlbum.parse((await start(child, body).expect(202)).body);
    await expect.poll(async () => (await albumNow(child, id))?.state, { timeout: 60_000 }).toBe('done');
    const album = await albumNow(child, id);
    if (!album?.pdf || !album.zip || album.link === null) throw new Error('A finished album has files and a link');
    const token = new URL(album.link).hash.slice(1);
    return { ...album, pdf: album.pdf, zip: album.zip, token };
  }

  async function filesOf(id: string) {
    const keys = ['pdf', 'zip'].map((format) => `album-${id}.${format}`);
    return Promise.all(keys.map(async (key) => (await world.services.storage.size(key)) !== undefined));
  }

  const get = (url: string) => request(world.apiUrl).get(`/api${url}`).buffer(true).parse(asBuffer);
  function asBuffer(response: request.Response, done: (error: Error | null, body: Buffer) => void): void {
    void buffer(response as unknown as NodeJS.ReadableStream).then((body) => done(null, body));
  }
  const saved = async (url: string) => z.instanceof(Buffer).parse((await get(url).expect(200)).body);

  return {
    ...{ begin, usual, tokens, setSchool, stored, aChildWithWorks },
    ...{ list, start, end, open, albumNow, made, get, saved, filesOf },
  };
}
