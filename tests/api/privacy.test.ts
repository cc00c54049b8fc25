import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { profiles } from '#api/ground/db/schema.ts';
import { cleanUp } from '#api/domains/retention/clean-up.ts';
import { exportProfileData, privacyCardOf, privacyProfiles, retention } from '#schema/rest/privacy.ts';
import { answerOf } from '#tests/support/answers.ts';
import { graphql } from '#tests/support/people.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { daysAgo, makePast } from './nightly-past.ts';
import { aKnownChild, aNamedClass, logOf } from './privacy-child.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { problemOf, send, type Sent } from './school.ts';

const world = keptWorld();
let place: Place;
let token: string;

beforeAll(async () => {
  place = await makePlace(world);
  token = (await tokenFor(place, 'Administrator')) ?? '';
});

const find = async (query: Sent['query']) => answerOf(privacyProfiles, send(world, privacyProfiles, { token, query }));
const found = async (SearchText: string) => (await find({ SearchText })).items.map(({ id }) => id);

describe('finding a child', () => {
  test('by its name, its class, both, and its id', async () => {
    const child = await aKnownChild(place);
    const { id, name, class: place1 } = child;
    const both = [id, child.former.id].sort();
    expect((await found(name)).sort()).toEqual(both);
    expect((await found(name.slice(0, 6).toLowerCase() + name.slice(6))).sort()).toEqual(both);
    expect((await found(place1.className)).sort()).toEqual([id, child.friend.id].sort());
    expect(await found(`${name} ${place1.className.split(' ')[1] ?? ''}`)).toEqual([id]);
    expect(await found(`${name} nobody-of-this-name`)).toEqual([]);
    expect(await found(id.toUpperCase())).toEqual([id]);
    const { items } = await find({ SearchText: id });
    expect(items[0]).toMatchObject({ name, animal: 'owl', postCount: 3, pageViewCount: 2, deletedAt: null });
    expect(items[0]?.classes).toEqual([place1]);
    expect((await find({ SearchText: child.former.id })).items[0]?.deletedAt).not.toBeNull();
  });

  test('by the name with or without its space, and by the reading', async () => {
    const { id: classId } = await aClass(place);
    const one = newId().slice(-6);
    const named = async (name: string, reading = '') => {
      const { id } = await aProfile(place, classId);
      await world.services.db.update(profiles).set({ name, reading }).where(eq(profiles.id, id));
      return id;
    };
    const spaced = await named(`山田${one} 花子`, `やまだ${one} ハナコ`);
    const joined = await named(`田中${one}\u3000空`);
    expect(await found(`山田${one}花子`)).toEqual([spaced]);
    expect(await found(`山田${one}\u3000花子`)).toEqual([spaced]);
    expect(await found(`やまだ${one}はなこ`)).toEqual([spaced]);
    expect(await found(`${one} はなこ`)).toEqual([spaced]);
    expect(await found(`田中${one}空`)).toEqual([joined]);
    expect((await found(one)).sort()).toEqual([spaced, joined].sort());
    // The name's end and the reading's beginning make no word.
    expect(await found(`花子やまだ${one}`)).toEqual([]);
  });

  test('page by page, who was seen last first', async () => {
    const word = `Zora ${newId()}`.slice(0, 38);
    const { id: classId } = await aNamedClass(place, word);
    for (const _ of [1, 2, 3]) await aProfile(place, classId);
    const SearchText = word;
    const pages = [await find({ SearchText, PageSize: 2 }), await find({ SearchText, PageSize: 2, PageNumber: 2 })];
    expect(pages.map(({ items, totalCount }) => [items.length, totalCount])).toEqual([
      [2, 3],
      [1, 3],
    ]);
    const seen = pages.flatMap(({ items }) => items.map(({ lastSeenAt }) => lastSeenAt));
    expect(seen).toEqual([...seen].sort().reverse());
    expect((await find({})).items.length).toBeGreaterThan(2);
  });
});

describe('a child’s card', () => {
  test('counts what is kept, and who looked is in the log once', async () => {
    const child = await aKnownChild(place);
    const look = () => answerOf(privacyCardOf, send(world, privacyCardOf, { token, params: { id: child.id } }));
    await look();
    expect(await look()).toMatchObject({
      ...{ id: child.id, name: child.name, postCount: 3, pageViewCount: 2, fileCount: 4, unfinishedUploadCount: 1 },
      ...{ reactionCount: 4, replyCount: 2, reportCount: 1, finishedCount: 1, mergedProfileCount: 1 },
    });
    const looked = (await logOf(world, child.id)).filter(({ action }) => action === 'view-data');
    expect(looked).toMatchObject([{ actorId: place.own.Administrator.id, entityName: child.name }]);
    await problemOf(send(world, privacyCardOf, { token, params: { id: newId() } }), 404);
    await problemOf(send(world, privacyCardOf, { token, params: { id: 'nobody' } }), 400);
  });
});

describe('what is kept for how long', () => {
  test('is told with what the last night removed', async () => {
    const past = makePast(world);
    const { id: classId } = await aClass(place);
    const { id: profileId } = await aProfile(place, classId);
    await past.deleted('community_posts', (await past.aPost({ classId, profileId })).id, 31);
    await past.deleted('classes', (await aClass(place)).id, 31);
    const before = daysAgo(0);
    await cleanUp({ services: world.services, signal: new AbortController().signal });
    const { rules, lastRun } = await answerOf(retention, send(world, retention, { token }));
    const rule = (kind: string) => rules.find((one) => one.kind === kind);
    expect(rule('pageViews')).toMatchObject({ days: 731, setting: 'RETENTION_PAGE_VIEWS_DAYS', removed: 0 });
    expect(rule('posts')).toMatchObject({ removed: 1 });
    expect(rule('trash')).toEqual({ kind: 'trash', days: 30, setting: null, removed: 1 });
    expect(Date.parse(lastRun?.startedAt ?? '')).toBeGreaterThanOrEqual(before.getTime());
    expect(Date.parse(lastRun?.finishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(lastRun?.startedAt ?? ''));
  });
});

test.each([privacyProfiles, privacyCardOf, exportProfileData, retention])(
  '$name is for administrators',
  async (operation) => {
    const params = { id: (await aProfile(place)).id };
    for (const who of ['SchoolOwner', 'Teacher', 'Student'] as const)
      await problemOf(send(world, operation, { token: await tokenFor(place, who), params }), 403);
    await problemOf(send(world, operation, { params }), 401);
    await send(world, operation, { token: await tokenFor(place, 'SuperAdmin'), params }).expect(200);
  },
);

test('all of it through GraphQL, for administrators', async () => {
  const child = await aKnownChild(place);
  const text = `query ($id: ID!, $search: String) {
    privacyProfiles(search: $search) { totalCount items { id name classes { id className } } }
    privacyCard(id: $id) { id postCount fileSize }
    exportProfileData(id: $id, language: JP) { url fileName }
    retention { rules { kind days } lastRun { finishedAt } }
  }`;
  const erase = 'mutation ($input: EraseProfileInput!) { eraseProfile(input: $input) }';
  const ask = (query: string, variables: Record<string, unknown>, as = token) =>
    graphql<Record<string, unknown>>(world, query, variables, { authorization: `Bearer ${as}` });
  const answer = await ask(text, { id: child.id, search: child.id });
  expect(answer).toMatchObject({
    data: { privacyProfiles: { totalCount: 1 }, privacyCard: { id: child.id, postCount: 3 }, retention: {} },
  });
  const input = { id: child.id, confirmName: child.name };
  expect(await ask(erase, { input: { ...input, confirmName: 'Nobody' } })).toMatchObject({
    errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
  });
  expect(await ask(erase, { input }, await tokenFor(place, 'Teacher'))).toMatchObject({
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  });
  expect(await ask(erase, { input })).toMatchObject({ data: { eraseProfile: true } });
});
