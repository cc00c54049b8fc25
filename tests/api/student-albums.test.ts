import { and, eq } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import request from 'supertest';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cleanUp } from '#api/domains/retention/clean-up.ts';
import { newId } from '#api/ground/db/ids.ts';
import {
  auditLog,
  classes,
  classProfiles,
  communityReplies,
  finishedContents,
  media,
  memberships,
  profiles,
  schools,
  studentAlbums,
  users,
} from '#api/ground/db/schema.ts';
import * as operations from '#schema/rest/albums.ts';
import { SchoolLanguage, UserStatus } from '#schema/rest/enumerations.ts';
import { eraseProfile, exportProfileData, privacyCardOf } from '#schema/rest/privacy.ts';
import { schoolSettingsById, updateSchoolSettings } from '#schema/rest/school-settings.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { readPdf } from '#tests/support/pdf-reader.ts';
import { makeContent, makeMedia, makePost } from '#tests/support/teaching.ts';
import { unzip } from '#tests/support/unzip.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { schoolOf } from './samples/scene.ts';
import { problemOf, send } from './school.ts';

const world = keptApi();
let place: Place;
let schoolId: string;
const tokens = { teacher: '', owner: '', admin: '', otherTeacher: '', otherOwner: '' };

const db = () => world.services.db;

beforeAll(async () => {
  place = await makePlace(world);
  tokens.teacher = (await tokenFor(place, 'Teacher')) ?? '';
  tokens.owner = (await tokenFor(place, 'SchoolOwner')) ?? '';
  tokens.admin = (await tokenFor(place, 'Administrator')) ?? '';
  tokens.otherTeacher = (await tokenFor(place, 'Teacher', 'other')) ?? '';
  tokens.otherOwner = (await tokenFor(place, 'SchoolOwner', 'other')) ?? '';
  ({ schoolId } = await schoolOf(place, (await aClass(place)).id));
});

const setSchool = (values: Partial<typeof schools.$inferInsert>) =>
  db().update(schools).set(values).where(eq(schools.id, schoolId));

beforeEach(() => setSchool({ familyAlbums: true, language: SchoolLanguage.EN, name: 'Sunflower School' }));

/** A stored file with content. */
async function stored(content: Buffer, over: Partial<typeof media.$inferInsert>) {
  const row = await makeMedia(db(), { purpose: 'community', byteSize: content.length, ...over });
  await world.services.storage.put(row.storageKey, Readable.from([content]));
  return row.id;
}

const picture = (colour: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .webp()
    .toBuffer();

/** A child with a picture, a film and two recordings, and with works that no album has. */
async function aChildWithWorks() {
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
type Child = Awaited<ReturnType<typeof aChildWithWorks>>;

const paramsOf = ({ classId, profileId }: Child) => ({ id: classId, profileId });
const list = (child: Child, token = tokens.teacher) =>
  send(world, operations.studentAlbums, { token, params: paramsOf(child) });
const start = (child: Child, body: object = {}, token = tokens.teacher) =>
  send(world, operations.startStudentAlbum, {
    token,
    params: paramsOf(child),
    body: { classIds: [child.classId], ...body },
  });
const end = (id: string, token = tokens.teacher) => send(world, operations.endStudentAlbum, { token, params: { id } });
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

const get = (url: string) => request(world.apiUrl).get(`/api${url}`).buffer(true).parse(asBuffer);
function asBuffer(response: request.Response, done: (error: Error | null, body: Buffer) => void): void {
  void buffer(response as unknown as NodeJS.ReadableStream).then((body) => done(null, body));
}
const saved = async (url: string) => z.instanceof(Buffer).parse((await get(url).expect(200)).body);

async function filesOf(id: string) {
  const keys = ['pdf', 'zip'].map((format) => `album-${id}.${format}`);
  return Promise.all(keys.map(async (key) => (await world.services.storage.size(key)) !== undefined));
}

describe('an album', () => {
  test('has each shown work and each recording in the ZIP, and all of them in the PDF', async () => {
    const child = await aChildWithWorks();
    const album = await made(child, { days: 3 });
    expect(album).toMatchObject({ days: 3, percent: 100, openedCount: 0, lastOpenedAt: null });
    expect(album.classes).toEqual([{ id: child.classId, className: 'Sun class' }]);
    expect(album.madeBy?.id).toBe(place.own.Teacher.id);
    const days = (Date.parse(album.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThanOrEqual(3);

    const zip = await unzip(await saved(album.zip.url));
    const names = [...zip.keys()];
    expect(names[0]).toBe('album.pdf');
    expect(names.slice(1).map((name) => name.slice(0, 10))).toEqual([
      ...['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-03'],
    ]);
    const at = (ending: RegExp) => zip.get(names.find((name) => ending.test(name)) ?? '');
    expect(at(/My-cat\.webp$/)).toEqual(await picture('#e8532b'));
    expect(String(at(/Dance\.mp4$/))).toBe('a film');
    expect(String(at(/Rainbow-song\.mp3$/))).toBe('a voice');
    expect(String(at(/Rainbow-song_teacher\.wav$/))).toBe('well done');

    const pdf = await saved(album.pdf.url);
    expect(zip.get('album.pdf')).toEqual(pdf);
    const pages = await readPdf(pdf);
    const [cover = '', ...inside] = pages.map(({ text }) => text);
    for (const word of ['Hana Mori’s album', 'Sun class', 'Sunflower School', 'Works: 3', 'Finished pages: 1'])
      expect(cover).toContain(word);
    const text = inside.join('\n');
    for (const word of ['My cat', 'Dance', 'Rainbow song', 'Hanamaru: excellent', '1 May 2026', '_teacher.wav'])
      expect(text).toContain(word);
    for (const word of ['Waits', 'Hidden', 'Deleted']) expect(text).not.toContain(word);
    const [page] = pages.slice(1);
    const part = { left: 300, top: 300, width: 300, height: 200 };
    const { dominant } = await sharp(await sharp(page?.picture).extract(part).toBuffer()).stats();
    expect(dominant.r).toBeGreaterThan(200);
    expect(dominant.b).toBeLessThan(100);
  });

  test('is in the languages of its school', async () => {
    await setSchool({ language: SchoolLanguage.JP, name: 'ひまわり学校' });
    const child = await aChildWithWorks();
    const japanese = await readPdf(await saved((await made(child)).pdf.url));
    expect(japanese[0]?.text).toContain('Hana Moriさんのアルバム');
    expect(japanese[0]?.text).toContain('ひまわり学校');
    expect(japanese[0]?.text).not.toContain('album');
    await setSchool({ language: SchoolLanguage.NONE });
    const both = await readPdf(await saved((await made(child)).pdf.url));
    for (const word of ['Hana Mori’s album', 'さんのアルバム', '2026年5月1日'])
      expect(both.map(({ text }) => text).join('\n')).toContain(word);
  });

  test('has the works of several classes of the child, as far as the caller sees them', async () => {
    const child = await aChildWithWorks();
    const second = await aClass(place, { className: 'Moon class' });
    const unseen = await aClass(place, { mainTeacherId: place.own.Administrator.id });
    for (const { id } of [second, unseen])
      await db().insert(classProfiles).values({ classId: id, profileId: child.profileId });
    const offered = await answerOf(operations.studentAlbums, list(child));
    expect(offered).toMatchObject({ allowed: true, albums: [] });
    expect(offered.classes.map(({ id }) => id).sort()).toEqual([child.classId, second.id].sort());
    await problemOf(start(child, { classIds: [child.classId, unseen.id] }), 400);
    const album = await made(child, { classIds: [child.classId, second.id] });
    expect(album.classes.map(({ className }) => className)).toEqual(['Sun class', 'Moon class']);
    const all = { classIds: [child.classId, unseen.id] };
    const ofOwner = operations.studentAlbum.parse((await start(child, all, tokens.owner).expect(202)).body);
    expect(await albumNow(child, ofOwner.id)).toBeUndefined();
    await end(ofOwner.id).expect(404);
    await end(ofOwner.id, tokens.owner).expect(204);
  });
});

describe('who may not', () => {
  test('make one: staff of another class or school, and everybody while the school does not allow it', async () => {
    const child = await aChildWithWorks();
    for (const token of [tokens.otherTeacher, tokens.otherOwner]) {
      await problemOf(list(child, token), 404);
      await problemOf(start(child, {}, token), 404);
    }
    await setSchool({ familyAlbums: false });
    expect(await answerOf(operations.studentAlbums, list(child))).toMatchObject({ allowed: false });
    for (const token of [tokens.teacher, tokens.owner, tokens.admin])
      expect(await problemOf(start(child, {}, token), 409)).toMatchObject({ messageKey: 'messages.albumsOff' });
    expect(await db().$count(studentAlbums, eq(studentAlbums.profileId, child.profileId))).toBe(0);
  });

  test('end or save one of another school', async () => {
    const album = await made(await aChildWithWorks());
    for (const token of [tokens.otherTeacher, tokens.otherOwner]) await end(album.id, token).expect(404);
    expect(await filesOf(album.id)).toEqual([true, true]);
    await get(album.zip.url.replace('/zip.', '/pdf.')).expect(403);
  });

  test('ask for what makes no sense', async () => {
    const child = await aChildWithWorks();
    for (const days of [0, 31, 1.5])
      expect(await problemOf(start(child, { days }), 400)).toMatchObject({ errors: { days: ['messages.albumDays'] } });
    for (const classIds of [[], [child.classId, child.classId], ['no id'], [newId()]])
      await problemOf(start(child, { classIds }), 400);
    const empty = { classId: child.classId, profileId: (await aProfile(place, child.classId)).id };
    expect(await problemOf(start(empty), 409)).toMatchObject({ messageKey: 'messages.albumEmpty' });
    await problemOf(start({ ...child, profileId: newId() }), 404);
  });

  test('make two at a time for one school, or one of more than a gigabyte', async () => {
    const child = await aChildWithWorks();
    const running = { days: 1, classIds: [child.classId], profileId: child.profileId, madeById: place.own.Teacher.id };
    const id = newId();
    const key = { id, tokenHash: id.replaceAll('-', '').padEnd(64, '0'), storageKey: `album-${id}` };
    await db()
      .insert(studentAlbums)
      .values({ ...running, ...key, schoolId });
    expect(await problemOf(start(child), 409)).toMatchObject({ messageKey: 'messages.albumRunning' });
    await db().delete(studentAlbums).where(eq(studentAlbums.id, id));
    await db()
      .update(media)
      .set({ byteSize: 2 ** 30 })
      .where(eq(media.profileId, child.profileId));
    const large = await makeMedia(db(), { byteSize: 2 ** 30 });
    await makePost(db(), { classId: child.classId, profileId: child.profileId, mediaId: large.id });
    expect(await problemOf(start(child), 409)).toMatchObject({ messageKey: 'messages.albumTooLarge' });
  });
});

describe('a family’s link', () => {
  test('opens the first name and both files without a login, and counts', async () => {
    const child = await aChildWithWorks();
    const album = await made(child);
    const family = await answerOf(operations.openFamilyAlbum, open(album.token));
    expect(family).toMatchObject({ firstName: 'Hana', animal: 'fox', expiresAt: album.expiresAt });
    expect(await saved(family.pdf.url)).toEqual(await saved(album.pdf.url));
    expect((await saved(family.zip.url)).length).toBe(family.zipSize);
    expect((await get(family.zip.url)).headers['cache-control']).toBe('private, no-store');
    await open(album.token).expect(200);
    expect(await albumNow(child, album.id)).toMatchObject({ openedCount: 2 });
    const [row] = await db().select().from(studentAlbums).where(eq(studentAlbums.id, album.id));
    expect(JSON.stringify(row)).not.toContain(album.token);
  });

  test.each<[string, (child: Child) => PromiseLike<unknown>]>([
    [
      'the child',
      ({ profileId }) => db().update(profiles).set({ deletedAt: new Date() }).where(eq(profiles.id, profileId)),
    ],
    ['the class', ({ classId }) => db().update(classes).set({ deletedAt: new Date() }).where(eq(classes.id, classId))],
    [
      'the child’s place in the class',
      ({ classId, profileId }) =>
        db()
          .delete(classProfiles)
          .where(and(eq(classProfiles.classId, classId), eq(classProfiles.profileId, profileId))),
    ],
    ['the setting', () => setSchool({ familyAlbums: false })],
    [
      'its days',
      ({ profileId }) =>
        db()
          .update(studentAlbums)
          .set({ expiresAt: new Date(Date.now() - 1000) })
          .where(eq(studentAlbums.profileId, profileId)),
    ],
  ])('ends with %s, and the night removes the files', async (_, happens) => {
    const child = await aChildWithWorks();
    const album = await made(child);
    const family = await answerOf(operations.openFamilyAlbum, open(album.token));
    await happens(child);
    const wrong = await problemOf(open('x'.repeat(43)), 404);
    expect({ ...(await problemOf(open(album.token), 404)), traceId: '' }).toEqual({ ...wrong, traceId: '' });
    await get(family.pdf.url).expect(404);
    await get(album.pdf.url).expect(404);
    const removed = await cleanUp({ services: world.services, signal: new AbortController().signal });
    expect(removed.albums).toBeGreaterThan(0);
    expect(await filesOf(album.id)).toEqual([false, false]);
    expect(await db().$count(studentAlbums, eq(studentAlbums.id, album.id))).toBe(0);
  });

  test('ends with its maker’s place in the school', async () => {
    const child = await aChildWithWorks();
    const album = await made(child);
    const status = (one: UserStatus) =>
      db().update(users).set({ status: one }).where(eq(users.id, place.own.Teacher.id));
    await status(UserStatus.DEACTIVATED);
    await open(album.token).expect(404);
    await status(UserStatus.ACTIVED);
    await open(album.token).expect(200);
    const ofTeacher = eq(memberships.userId, place.own.Teacher.id);
    const before = await db().delete(memberships).where(ofTeacher).returning();
    await db()
      .update(classes)
      .set({ mainTeacherId: place.own.Administrator.id })
      .where(eq(classes.mainTeacherId, place.own.Teacher.id));
    await open(album.token).expect(404);
    await db().insert(memberships).values(before);
    await db().update(classes).set({ mainTeacherId: place.own.Teacher.id }).where(eq(classes.id, child.classId));
    await open(album.token).expect(200);
  });

  test('is ended by staff at once, and by turning the setting off; both are in the log', async () => {
    const child = await aChildWithWorks();
    const [first, second] = [await made(child), await made(child)];
    await end(first.id).expect(204);
    await open(first.token).expect(404);
    expect(await filesOf(first.id)).toEqual([false, false]);
    await end(first.id).expect(404);
    const log = await db().select().from(auditLog).where(eq(auditLog.entityId, child.profileId));
    expect(log.map(({ action }) => action).sort()).toEqual(['end-album', 'make-album', 'make-album']);
    expect(JSON.stringify(log)).not.toContain(first.token);

    const settings = { token: tokens.owner, params: { id: schoolId } };
    const { version, ...values } = await answerOf(schoolSettingsById, send(world, schoolSettingsById, settings));
    expect(values.familyAlbums).toBe(true);
    const { familyAlbums: _, ...others } = updateSchoolSettings.body.parse({ ...values, version });
    await send(world, updateSchoolSettings, { ...settings, body: { ...others, version } }).expect(200);
    await open(second.token).expect(200);
    const off = { ...others, familyAlbums: false, version: version + 1 };
    await send(world, updateSchoolSettings, { ...settings, body: off }).expect(200);
    expect(await filesOf(second.id)).toEqual([false, false]);
    await setSchool({ familyAlbums: true });
    await open(second.token).expect(404);
  });
});

test('the privacy desk counts, exports and erases albums with their files', async () => {
  const child = await aChildWithWorks();
  const album = await made(child);
  const asked = { token: tokens.admin, params: { id: child.profileId } };
  expect(await answerOf(privacyCardOf, send(world, privacyCardOf, asked))).toMatchObject({ albumCount: 1 });
  const { url } = await answerOf(
    exportProfileData,
    send(world, exportProfileData, asked).set('accept', 'application/json'),
  );
  const data = z
    .object({ albums: z.array(z.object({ id: z.string(), openedCount: z.number() })) })
    .parse(JSON.parse(String((await unzip(await saved(url))).get('profile.json'))));
  expect(data.albums).toEqual([{ id: album.id, openedCount: 0 }]);
  await send(world, eraseProfile, { ...asked, body: { confirmName: 'Hana Mori' } }).expect(204);
  expect(await filesOf(album.id)).toEqual([false, false]);
  await open(album.token).expect(404);
});

test('unknown tokens are limited, and then the right one is refused too', async () => {
  const from = '203.0.113.77';
  const asked = (token: string) => open(token).set('x-forwarded-for', from);
  for (let count = 0; count < 60; count += 1) await asked(`wrong-${count}`).expect(404);
  await asked('wrong').expect(429);
});
