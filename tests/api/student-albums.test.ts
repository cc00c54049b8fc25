import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAlbum } from '#api/domains/albums/jobs.ts';
import { writeAlbum } from '#api/domains/albums/run.ts';
import { hashOf } from '#api/domains/auth/tokens.ts';
import { newId } from '#api/ground/db/ids.ts';
import { classProfiles, media, studentAlbums } from '#api/ground/db/schema.ts';
import { createRateLimit } from '#api/ground/http/rate-limit.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import * as operations from '#schema/rest/albums.ts';
import { SchoolLanguage } from '#schema/rest/enumerations.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { readPdf } from '#tests/support/pdf-reader.ts';
import { makeMedia, makePost } from '#tests/support/teaching.ts';
import { unzip } from '#tests/support/unzip.ts';
import { aClass, aProfile, type Place } from './samples/place.ts';
import { addStaff, problemOf, tokenOf } from './school.ts';

import { createAlbumDesk, picture } from './album-desk.ts';

const world = keptApi();
const desk = createAlbumDesk(world);
const { tokens, setSchool, aChildWithWorks, list, start, end, albumNow, made, get, saved, filesOf } = desk;
let place: Place;
let schoolId: string;

const db = () => world.services.db;

beforeAll(async () => {
  ({ place, schoolId } = await desk.begin());
});
beforeEach(() => desk.usual());

describe('an album', () => {
  test('has each shown work and each recording in the ZIP, and all of them in the PDF', async () => {
    const child = await aChildWithWorks();
    const album = await made(child, { days: 3 });
    expect(album).toMatchObject({ days: 3, percent: 100, openedCount: 0, lastOpenedAt: null });
    expect(album.classes).toMatchObject([{ id: child.classId, className: 'Sun class' }]);
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

test('a person starts 200 albums an hour, and what is refused counts nothing', async () => {
  const teacher = await addStaff(world, { role: 'Administrator' });
  const token = await tokenOf(world, teacher);
  const starts = createRateLimit(world.services, { name: 'student-albums', points: 200, seconds: 3600 });
  for (let each = 1; each < 200; each += 1) await starts.take(teacher.id);
  const child = await aChildWithWorks();
  const empty = { classId: child.classId, profileId: (await aProfile(place, child.classId)).id };
  await problemOf(start(empty, {}, token), 409);
  const { id } = await answerOf(operations.startStudentAlbum, start(child, {}, token));
  await expect.poll(async () => (await albumNow(child, id))?.state, { timeout: 60_000 }).toBe('done');
  await problemOf(start(child, {}, token), 429);
});

test('an album that is ended the moment it is started was started all the same', async () => {
  const child = await aChildWithWorks();
  // The trigger acts at the commit, as a quick job does.
  await db().execute(sql`create function end_album() returns trigger language plpgsql as
    'begin delete from student_albums where id = new.id; return null; end'`);
  await db().execute(sql`create constraint trigger end_album after insert on student_albums
    deferrable initially deferred for each row execute function end_album()`);
  try {
    expect(await answerOf(operations.startStudentAlbum, start(child))).toMatchObject({ state: 'waiting', percent: 0 });
  } finally {
    await db().execute(sql`drop function end_album() cascade`);
  }
  expect(await db().$count(studentAlbums, eq(studentAlbums.profileId, child.profileId))).toBe(0);
});

test('an album whose store gives up fails, stays so, and lets the school make another', async () => {
  const child = await aChildWithWorks();
  const row = { ...child, classIds: [child.classId], schoolId, days: 3, tokenHash: hashOf(newId()) };
  const id = newId();
  await db()
    .insert(studentAlbums)
    .values({ ...row, id, storageKey: `album-${id}`, madeById: place.own.Teacher.id });
  const { services } = world;
  const gone = new Error('The store is gone');
  for (const format of ['pdf', 'zip']) {
    await db().update(studentAlbums).set({ state: 'waiting' }).where(eq(studentAlbums.id, id));
    const put: Storage['put'] = async (key, content) => {
      if (key.endsWith(format))
        await pipeline(content, new Writable({ write: (_chunk, _encoding, done) => done(gone) }));
      return services.storage.put(key, content);
    };
    // Both are what the process has, but for the one call.
    const broken = { ...services, storage: withPut(services.storage, put) };
    const run = { attempt: 1, lastAttempt: true, signal: new AbortController().signal };
    await expect(writeAlbum(broken, { albumId: id }, run)).rejects.toThrow(gone);
    const [failed] = await db().select().from(studentAlbums).where(eq(studentAlbums.id, id));
    expect(failed?.state).toBe('failed');
  }
  await made(child);
});

test('an album is given up only without a job, however long ago it was started', async () => {
  const child = await aChildWithWorks();
  const id = newId();
  const row = { ...child, classIds: [child.classId], schoolId, days: 3, tokenHash: hashOf(id) };
  const createdAt = sql`now() - interval '3 hours'`;
  await db()
    .insert(studentAlbums)
    .values({ ...row, id, storageKey: `album-${id}`, madeById: place.own.Teacher.id, state: 'running', createdAt });
  const ofAlbum = sql`payload ->> 'albumId' = ${id}`;
  await world.services.jobs.add(db(), makeAlbum, { albumId: id }, { runAt: new Date('2100-01-01'), maxAttempts: 1 });
  // As during the last attempt.
  await db().execute(sql`
    update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'a worker' where ${ofAlbum}`);
  expect(await problemOf(start(child), 409)).toMatchObject({ messageKey: 'messages.albumRunning' });
  await db().execute(sql`delete from graphile_worker._private_jobs where ${ofAlbum}`);
  await made(child);
  const [abandoned] = await db().select().from(studentAlbums).where(eq(studentAlbums.id, id));
  expect(abandoned?.state).toBe('failed');
});

const withPut = (storage: Storage, put: Storage['put']): Storage =>
  new Proxy(storage, {
    get: (target, name) => {
      if (name === 'put') return put;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
