import { eq, inArray } from 'drizzle-orm';
import { Client } from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { pageViews } from '#api/ground/db/schema.ts';
import { storePageViews } from '#api/domains/usage/write.ts';
import { mergeClassProfiles } from '#schema/rest/class-profiles.ts';
import { eraseProfile } from '#schema/rest/privacy.ts';
import { wrongRollups } from '#tests/support/kept-views.ts';
import { pauseAt, pauseFunction } from '#tests/support/pauses.ts';
import { ownWorld } from '#tests/support/world.ts';
import { plainView } from './samples/plain-view.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { send } from './school.ts';

// It has triggers of its own.
const world = ownWorld({ gateway: false });
let place: Place;
let token: string;

/** The keys of advisory locks that make the triggers below wait. */
const pauses = { pageViews: 7_771, profiles: 7_772 };

beforeAll(async () => {
  place = await makePlace(world);
  token = (await tokenFor(place, 'Administrator')) ?? '';
  await world.services.pool.query(`
    ${pauseFunction};
    create trigger pause before insert on page_views for each row execute function pause(${pauses.pageViews});
    create trigger pause before update of deleted_at or delete on profiles
      for each row execute function pause(${pauses.profiles})`);
});

const db = () => world.services.db;
const paused = (where: keyof typeof pauses) => pauseAt(world.databaseUrl, pauses[where]);

/** A child of a class, with a page view of before. */
async function aChild(classId: string) {
  const { id } = await aProfile(place, classId);
  const event = { eventId: newId(), sessionKey: newId() };
  await storePageViews(db(), [plainView({ profileId: id, sent: event })]);
  return { id, event };
}

const owners = async (...ids: readonly string[]) => {
  const rows = await db()
    .select({ id: pageViews.eventId, profileId: pageViews.profileId })
    .from(pageViews)
    .where(inArray(pageViews.eventId, [...ids]));
  const found = new Map(rows.map(({ id, profileId }) => [id, profileId]));
  return ids.map((id) => found.get(id));
};
const viewsOf = (profileId: string) => db().$count(pageViews, eq(pageViews.profileId, profileId));

const leaving = {
  erased: (id: string) => send(world, eraseProfile, { token, params: { id }, body: { confirmName: 'ひなた' } }),
  'merged into another': (id: string, { classId, intoId }: { classId: string; intoId: string }) =>
    send(world, mergeClassProfiles, { token, params: { id: classId }, body: { intoId, fromIds: [id] } }),
};
const ways = ['erased', 'merged into another'] as const;

test.each(ways)('page views are stored while a child is being %s, and none keeps its id', async (way) => {
  const { id: classId } = await aClass(place);
  const [gone, other, into] = [await aChild(classId), await aChild(classId), await aChild(classId)];
  const pause = await paused('profiles');
  const request = Promise.resolve(leaving[way](gone.id, { classId, intoId: into.id }));
  await pause.reached(1, request);

  const [own, others, intos] = [gone, other, into].map(({ id }) => plainView({ profileId: id }));
  const longer = plainView({ profileId: gone.id, sent: { ...gone.event, duration: 900 } });
  // What a page sends while it goes carries no token.
  const last = plainView({ sent: { ...gone.event, duration: 950 } });
  const all = [own, others, intos, longer, last].flatMap((view) => view ?? []);
  await storePageViews(db(), all);
  const newEvents = [own, others, intos].map((view) => view?.sent.eventId ?? '');
  expect(await owners(...newEvents)).toEqual([null, other.id, into.id]);

  await pause.goOn();
  expect((await request).status).toBeLessThan(300);
  expect(await viewsOf(gone.id)).toBe(0);
  expect(await owners(gone.event.eventId)).toEqual([way === 'erased' ? null : into.id]);
  expect(await wrongRollups(world.services)).toEqual([]);
});

test.each(ways)('a child whose page views are being stored is %s after them, with all of them', async (way) => {
  const { id: classId } = await aClass(place);
  const [gone, into] = [await aChild(classId), await aChild(classId)];
  const pause = await paused('pageViews');
  const view = plainView({ profileId: gone.id });
  // A page view without a token belongs to the child by its session.
  const longer = plainView({ sent: { ...gone.event, duration: 900 } });
  const storing = storePageViews(db(), [view, longer]);
  await pause.reached(1, storing);
  const request = Promise.resolve(leaving[way](gone.id, { classId, intoId: into.id }));
  await pause.reached(2, request);
  await pause.goOn();
  await storing;
  expect((await request).status).toBeLessThan(300);
  expect(await viewsOf(gone.id)).toBe(0);
  const owner = way === 'erased' ? null : into.id;
  expect(await owners(view.sent.eventId, gone.event.eventId)).toEqual([owner, owner]);
  expect(await wrongRollups(world.services)).toEqual([]);
});

test('a child that is only being renamed keeps its page views', async () => {
  const { id: classId } = await aClass(place);
  const child = await aChild(classId);
  const client = new Client({ connectionString: world.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query(`update profiles set name = 'みなみ' where id = $1`, [child.id]);
  const view = plainView({ profileId: child.id });
  await storePageViews(db(), [view]);
  expect(await owners(view.sent.eventId)).toEqual([child.id]);
  await client.query('commit');
});
