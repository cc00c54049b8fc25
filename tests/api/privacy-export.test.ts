import { parse } from 'csv-parse/sync';
import { buffer } from 'node:stream/consumers';
import request from 'supertest';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { eraseProfile, exportProfileData } from '#schema/rest/privacy.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { unzip } from '#tests/support/unzip.ts';
import { aKnownChild, logOf } from './privacy-child.ts';
import { aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { problemOf, send } from './school.ts';

const world = keptApi();
let place: Place;
let token: string;

beforeAll(async () => {
  place = await makePlace(world);
  token = (await tokenFor(place, 'Administrator')) ?? '';
});

const linkTo = (id: string, Language?: string) => {
  const query = Language === undefined ? {} : { Language };
  return answerOf(
    exportProfileData,
    send(world, exportProfileData, { token, params: { id }, query }).set('accept', 'application/json'),
  );
};
const open = (url: string) => request(world.apiUrl).get(`/api${url}`).buffer(true).parse(asBuffer);
function asBuffer(response: request.Response, done: (error: Error | null, body: Buffer) => void): void {
  const stream = response as unknown as NodeJS.ReadableStream;
  void buffer(stream).then((body) => done(null, body));
}

async function exported(id: string, language?: string) {
  const { url, fileName } = await linkTo(id, language);
  expect(fileName).toBe(`profile_${id}.zip`);
  const response = await open(url).expect(200).expect('content-type', 'application/zip');
  return unzip(z.instanceof(Buffer).parse(response.body));
}

const whole = z.object({
  profile: z.object({ id: z.string(), name: z.string(), animal: z.string(), createdAt: z.string() }),
  mergedProfiles: z.array(z.object({ id: z.string() })),
  device: z.object({ createdAt: z.string() }).nullable(),
  classes: z.array(z.object({ className: z.string() })),
  posts: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      likeCount: z.number(),
      file: z.string().nullable(),
      smallPicture: z.string().nullable(),
      replies: z.array(z.object({ kind: z.string(), stamp: z.string().nullable(), file: z.string().nullable() })),
    }),
  ),
  media: z.array(z.object({ path: z.string().nullable(), id: z.string().optional() })),
  uploads: z.array(z.object({ id: z.string(), fileName: z.string() })),
  reactionsGiven: z.array(z.object({ postId: z.string(), count: z.number() })),
  reportsMade: z.array(z.object({ postId: z.string(), reason: z.string() })),
  finishedContents: z.array(z.object({ contentId: z.string(), content: z.string(), unit: z.string() })),
  lastOpenedUnit: z.array(z.object({ unitId: z.string() })),
  switches: z.array(z.object({ switch: z.number(), isOn: z.boolean(), setAt: z.string() })),
  staffActions: z.array(z.object({ action: z.string(), entityId: z.string() })),
  pageViews: z.array(
    z.object({ name: z.string(), durationMs: z.number(), ipAddress: z.string(), clientIp: z.string() }),
  ),
});

test('holds every row and every file of the child, and nobody else’s', async () => {
  const child = await aKnownChild(place);
  const files = await exported(child.id);
  const data = whole.parse(JSON.parse(files.get('profile.json')?.toString() ?? ''));
  expect(data.profile).toMatchObject({ id: child.id, name: child.name, animal: 'owl' });
  expect(data.mergedProfiles.map(({ id }) => id)).toEqual([child.former.id]);
  expect(data.device).not.toBeNull();
  expect(data.classes).toMatchObject([{ className: child.class.className }]);
  const ids = [child.post.id, child.deleted.id, child.waiting.id].sort();
  expect(data.posts.map(({ id }) => id).sort()).toEqual(ids);
  expect(data.reactionsGiven).toMatchObject([{ postId: child.liked.id, count: 4 }]);
  expect(data.reportsMade).toMatchObject([{ postId: child.liked.id, reason: child.name }]);
  expect(data.finishedContents).toMatchObject([{ contentId: place.content.id, content: place.content.name }]);
  expect(data.lastOpenedUnit).toMatchObject([{ unitId: place.lesson.id }]);
  expect(data.switches).toMatchObject([{ switch: 0, isOn: false }]);
  expect(data.uploads).toMatchObject([{ id: child.unfinished.id, fileName: `${child.name}.mov` }]);
  expect(data.staffActions.map(({ action }) => action)).toEqual(expect.arrayContaining(['update', 'merge', 'delete']));
  const seen = { ipAddress: '203.0.113.0', clientIp: '203.0.113.0' };
  expect(data.pageViews.map(({ name }) => name).sort()).toEqual(['=Unit "list", 1', 'Class']);
  expect(data.pageViews[0]).toMatchObject(seen);

  // Each file is there under the name that its row tells, with its own bytes.
  const paths = data.media.map(({ path }) => path ?? '');
  expect(paths).toHaveLength(6);
  expect([...files.keys()].sort()).toEqual(['page-views.csv', 'profile.json', 'readme.txt', ...paths].sort());
  const work = data.posts.find(({ id }) => id === child.post.id);
  expect(work).toMatchObject({ title: child.post.title, likeCount: 3 });
  expect(files.get(work?.file ?? '')?.toString()).toBe('file');
  expect(work?.file).toMatch(/^media\/\d{3}-image\.webp$/);
  const answers = work?.replies.map(({ kind, stamp, file }) => [kind, stamp, files.get(file ?? '')?.toString()]);
  expect(answers).toEqual([
    ['stamp', 'star', undefined],
    ['voice', null, 'file'],
  ]);
  expect(work?.smallPicture).not.toBe(work?.file);
  expect(files.get('media/005-unfinished.mov')?.toString()).toBe(`sent by ${child.name}`);
  expect(files.get('profile.json')?.toString()).not.toContain(child.device.tokenHash);
});

test('has the page views as a table for spreadsheets, and a readme in the language asked for', async () => {
  const child = await aKnownChild(place);
  const files = await exported(child.id, 'jp');
  const table = files.get('page-views.csv')?.toString() ?? '';
  expect(table).toMatch(/^\ufeff開いた日時,[^\n]*\r\n/);
  const rows = z.array(z.array(z.string())).parse(parse(table, { bom: true }));
  expect(rows.map((row) => row[9]).sort()).toEqual(['1', '', '最後まで聞いた（1：はい）'].sort());
  expect(rows.map(([, name]) => name).sort()).toEqual(['\'=Unit "list", 1', 'Class', 'ページ']);
  expect(files.get('readme.txt')?.toString()).toContain('保存されているすべてのデータ');
  expect((await exported(child.id)).get('readme.txt')?.toString()).toContain('All data kept about one student');
});

test('has the times of the school in the table, and UTC in profile.json', async () => {
  const { id } = await aProfile(place);
  const instants = ['2015-05-01T15:00:05.250Z', '2015-05-02T00:30:00.000Z'] as const;
  const [first, second] = instants.map((instant) => new Date(instant));
  await keepViews(
    world.services,
    { profileId: id, startedAt: first, receivedAt: second, timeZone: 'America/New_York' },
    { profileId: id, startedAt: second, receivedAt: second },
  );
  const files = await exported(id);
  const table = z.array(z.array(z.string())).parse(parse(files.get('page-views.csv') ?? '', { bom: true, from: 2 }));
  expect(table.map((row) => [row[0], row.at(-1)])).toEqual([
    ['2015-05-01 11:00:05', '2015-05-01 20:30:00'],
    ['2015-05-02 09:30:00', '2015-05-02 09:30:00'],
  ]);
  const views = z.object({ pageViews: z.array(z.object({ startedAt: z.string() })) });
  const { pageViews } = views.parse(JSON.parse(files.get('profile.json')?.toString() ?? ''));
  expect(pageViews.map(({ startedAt }) => startedAt)).toEqual(instants);
  expect(files.get('readme.txt')?.toString()).toContain('Times in page-views.csv are the school’s');
});

test('is written into the audit log, and its link ends with the child', async () => {
  const { id } = await aProfile(place);
  const { url } = await linkTo(id);
  expect(await logOf(world, id)).toMatchObject([{ action: 'export-data', actorId: place.own.Administrator.id }]);
  await open(url).expect(200);
  await open(url.replace(id, (await aProfile(place)).id)).expect(403);
  await send(world, eraseProfile, { token, params: { id }, body: { confirmName: 'ひなた' } }).expect(204);
  await open(url).expect(404);
  await problemOf(send(world, exportProfileData, { token, params: { id } }), 404);
});

test.each(['SchoolOwner', 'Teacher', 'Student'] as const)('is refused to a %s', async (who) => {
  const { id } = await aProfile(place);
  await problemOf(send(world, exportProfileData, { token: await tokenFor(place, who), params: { id } }), 403);
  expect(await logOf(world, id)).toEqual([]);
});
