import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDice, type Dice } from '#api/app/demo/dice.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import { storePageViews } from '#api/domains/usage/write.ts';
import type { PageView } from '#api/domains/usage/page-view.ts';
import { prepareUsage } from '#api/domains/usage/months.ts';
import { wrongRollups } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { edgesOf, type Event, randomEvent, viewOf } from './samples/random-views.ts';

const world = keptApi();
let place: Place;
let classId: string;
let profileId: string;

beforeAll(async () => {
  place = await makePlace(world);
  ({ id: classId } = await aClass(place));
  ({ id: profileId } = await aProfile(place, classId));
  // It has looked at pages at all the times below.
  await world.services.pool.query(`update profiles set created_at = '2000-01-01' where id = $1`, [profileId]);
  await world.services.pool.query('delete from page_views');
});

/** What the days of a school, or of a class, come to, counted here and not by the database. */
function daysOf(sent: readonly PageView[], timeZone: string, ofClass?: string) {
  const events = new Map<string, { at: Date; session: string; ms: number }>();
  for (const { sent: view, startedAt } of sent) {
    if (ofClass !== undefined && view.classId !== ofClass) continue;
    const known = events.get(view.eventId) ?? { at: startedAt, session: view.sessionKey ?? '', ms: 0 };
    if (view.sessionKey === known.session)
      events.set(view.eventId, { ...known, ms: Math.max(known.ms, view.duration) });
  }
  const days = new Map<string, { sessions: Set<string>; views: number; duration: number }>();
  for (const { at, session, ms } of events.values()) {
    const day = schoolDay(timeZone, at);
    const { sessions, views, duration } = days.get(day) ?? { sessions: new Set(), views: 0, duration: 0 };
    days.set(day, { sessions: sessions.add(session), views: views + 1, duration: duration + ms });
  }
  return [...days]
    .map(([day, { sessions, views, duration }]) => ({ day, visitors: sessions.size, views, duration }))
    .sort((a, b) => a.day.localeCompare(b.day));
}

async function totals(ofClass: string | null = null) {
  const { rows } = await world.services.db.execute(
    sql`select day::text, visitors::int, views::int, duration::float8 from usage_totals
      where class_id is not distinct from ${ofClass}::uuid
        and textbook_id is null and lesson_id is null and content_type is null
      order by day`,
  );
  return rows;
}

/** Sends events again and again, longer and shorter, late and in any order, a few at a time. */
async function feed(dice: Dice, events: readonly Event[], sent: PageView[]): Promise<void> {
  const sessions = new Set(events.map(({ sessionKey }) => sessionKey));
  for (let round = 0; round < 12; round += 1) {
    const batch = Array.from({ length: 1 + dice.below(40) }, () => {
      const event = dice.pick([events[0] ?? randomEvent(dice, [], {}), ...events]);
      // Sometimes it is somebody else's, who may not change what has begun.
      const foreign = sent.some((one) => one.sent.eventId === event.eventId) && dice.chance(0.1);
      const sessionKey = (foreign && dice.pick(['', ...sessions])) || event.sessionKey;
      return viewOf(dice, { ...event, sessionKey }, profileId);
    });
    await storePageViews(world.services.db, batch);
    sent.push(...batch);
  }
}

describe('what is added up', () => {
  test.each(['Asia/Tokyo', 'America/New_York', 'Asia/Kathmandu', 'America/Havana', 'Pacific/Chatham'])(
    'is what the page views say, in %s, whatever comes, however often and in any order',
    async (timeZone) => {
      const { db, settings, logger } = world.services;
      await world.services.pool.query('delete from page_views');
      await world.services.pool.query('delete from usage_time_zone');
      await prepareUsage({ db, logger, settings: { ...settings, timeZone } });
      expect(await totals()).toEqual([]);
      const { book, lesson, content } = place;
      const ids = { classId, textBookId: book.id, lessonId: lesson.id, contentId: content.id };
      const sent: PageView[] = [];
      for (const seed of [1, 2, 3]) {
        const dice = createDice(seed);
        const edges = edgesOf(timeZone);
        const events = Array.from({ length: 50 }, () => randomEvent(dice, edges, ids));
        await feed(dice, events, sent);
        expect(await wrongRollups(world.services)).toEqual([]);
        expect(await totals()).toEqual(daysOf(sent, timeZone));
        expect(await totals(classId)).toEqual(daysOf(sent, timeZone, classId));
      }
    },
  );

  test('is added up anew when the school is in another zone, before anybody asks', async () => {
    const { db, settings, logger } = world.services;
    const before = await totals();
    await prepareUsage({ db, logger, settings: { ...settings, timeZone: 'Pacific/Niue' } });
    expect(await wrongRollups(world.services)).toEqual([]);
    expect(await totals()).not.toEqual(before);
    expect(await totals()).not.toEqual([]);
  });
});
