import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDice } from '#api/app/demo/dice.ts';
import { recordPageView } from '#schema/rest/usage.ts';
import { startApiProcess } from '#tests/support/api-process.ts';
import { wrongRollups } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';

const world = keptApi();

const rounds = 6;
const tablets = 12;
const dice = createDice(2026);

/** A page view on its tablet: how long it has been told to be, and how long it was said to be safe. */
interface Told {
  readonly eventId: string;
  sent: number;
  safe: number;
}
const events: Told[] = [];

/** Sends what is not safe yet, else something longer or new. Tells whether anybody was there to take it. */
async function sendOne(url: string): Promise<boolean> {
  const unsafe = events.find(({ sent, safe }) => safe < sent && dice.chance(0.5));
  const event = unsafe ?? (dice.chance(0.4) ? undefined : dice.pick([undefined, ...events])) ?? added();
  if (!unsafe) event.sent += 1 + dice.below(1000);
  const duration = event.sent;
  const now = Date.now();
  // Open for longer than it is ever said to have been seen.
  const clock = { startedAt: new Date(now - 50_000), sentAt: new Date(now) };
  const page = { name: 'Unit list', pageUrl: '/student/unit-list' };
  const body = { eventId: event.eventId, sessionKey: event.eventId, ...page, ...clock, duration };
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const status = await fetch(`${url}/api${recordPageView.path}`, request).then(
    (response) => response.status,
    () => 0,
  );
  if (status === 204) event.safe = Math.max(event.safe, duration);
  return status === 204;
}

function added(): Told {
  const event = { eventId: randomUUID(), sent: 0, safe: 0 };
  events.push(event);
  return event;
}

const sendOn = async (url: string): Promise<void> => {
  while (await sendOne(url));
};

/** How long each is kept to be, by event; one that is kept twice is there twice. */
async function kept(): Promise<Map<string, number[]>> {
  const { rows } = await world.services.pool.query<{ id: string; durations: number[] }>(
    'select event_id as id, array_agg(duration_ms) as durations from page_views where event_id = any($1) group by 1',
    [events.map(({ eventId }) => eventId)],
  );
  return new Map(rows.map(({ id, durations }) => [id, durations]));
}

async function expectSafe(): Promise<void> {
  const found = await kept();
  for (const { eventId, sent, safe } of events) {
    const durations = found.get(eventId) ?? [];
    if (safe > 0 || durations.length > 0) expect(durations, eventId).toHaveLength(1);
    for (const duration of durations) {
      expect(duration).toBeGreaterThanOrEqual(safe);
      expect(duration).toBeLessThanOrEqual(sent);
    }
  }
}

test(`of what was said to be safe nothing is lost or counted twice, when the process is killed ${rounds} times`, async () => {
  const { dataDir } = world.services.settings;
  const env = { DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const start = () => startApiProcess(env);
  let next = start();
  for (let round = 0; round < rounds; round += 1) {
    const { child, url } = await next;
    const sending = Promise.all(Array.from({ length: tablets }, () => sendOn(url)));
    if (round + 1 < rounds) next = start();
    await delay(20 + dice.below(400));
    child.kill('SIGKILL');
    await Promise.all([once(child, 'exit'), sending]);
    await expectSafe();
  }
  expect(await wrongRollups(world.services)).toEqual([]);
  // The tablets come back, and in the end each of their views is there once.
  const unsafe = events.filter(({ sent, safe }) => safe < sent);
  expect(unsafe.length).toBeGreaterThan(0);
  while (events.some(({ sent, safe }) => safe < sent)) await sendOne(world.apiUrl);
  expect(await kept()).toEqual(new Map(events.map(({ eventId, sent }) => [eventId, [sent]])));
  expect(await wrongRollups(world.services)).toEqual([]);
}, 600_000);
