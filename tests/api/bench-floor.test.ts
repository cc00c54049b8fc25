import type { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import { type FloorCase, headersOf } from '#tests/bench/floor-case.ts';
import { floorCases } from '#tests/bench/floor-cases.ts';
import { readOf, reads } from '#tests/bench/floor-operations.ts';
import { withoutFloor } from '#tests/bench/floor-without.ts';
import { blankSignature, blankToken } from '#tests/bench/floor-json.ts';
import { addFloorRows, authorizationOf, type FloorCallers } from '#tests/bench/floor-rows.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { signIn } from '#tests/support/people.ts';

const world = keptApi();

async function demoSchool() {
  const { pool, settings } = world.services;
  const { accessToken } = await signIn(world, 'Administrator');
  const callers = await addFloorRows(world.url, `Bearer ${accessToken}`, pool);
  return { callers, cases: await floorCases(pool, settings) };
}

const ask = ({ path, as }: FloorCase, callers: FloorCallers) =>
  fetch(`${world.url}${path}`, { headers: headersOf(as, authorizationOf(callers, as)) });

test('the floor of `bench:api` is made of the same JSON as the API answers, and few statements make each answer', async () => {
  const { pool } = world.services;
  const { callers, cases } = await demoSchool();
  const ours: Record<string, unknown> = {};
  const floors: Record<string, unknown> = {};
  const counts: Record<string, number> = {};
  for (const which of cases) {
    const { name, text, values } = which;
    // The first request of a caller may also write what is written once: that a token has arrived, or that staff looked.
    await ask(which, callers);
    let signed = '';
    const count = () =>
      statementsOf(pool, async () => {
        const answer = await ask(which, callers);
        signed = await answer.text();
        expect(answer.status, `${name}: ${signed}`).toBe(200);
      });
    // The process reads its keys anew meanwhile, so the lesser of two counts is the answer's own.
    counts[name] = Math.min(await count(), await count());
    ours[name] = JSON.parse(
      signed.replace(/(?<=&signature=)[\w-]{43}/g, blankSignature).replace(/(?<="token":")[\w.-]+/g, blankToken),
    );
    const { rows } = await pool.query<{ json: string }>(text, [...values]);
    floors[name] = JSON.parse(rows[0]?.json ?? 'null');
  }
  expect(floors).toEqual(ours);
  expect(Object.entries(ours).filter(([, answer]) => lengthOf(answer) === 0)).toEqual([]);
  expect(counts).toEqual({
    classes: 2,
    "a teacher's classes": 3,
    'all classes': 2,
    users: 2,
    textbooks: 2,
    'all textbooks': 2,
    'units of a textbook': 2,
    'contents of a unit': 2,
    'profiles of a class': 3,
    'a class': 2,
    'a user': 2,
    'a textbook': 2,
    'a unit': 2,
    'a content': 2,
    'posts to review': 4,
    'the audit log': 4,
    'the trash': 2,
    sounds: 3,
    'printed codes of a textbook': 2,
    schools: 2,
    'members of a school': 2,
    'API keys': 2,
    webhooks: 2,
    'a school': 2,
    'classes by their ids': 2,
    'users by their ids': 2,
    'textbooks by their ids': 2,
    'units by their ids': 2,
    'contents by their ids': 2,
    'schools by their ids': 2,
    'changed classes': 3,
    'changed users': 3,
    'changed textbooks': 3,
    'a webhook': 2,
    "a webhook's messages": 2,
    'broken links': 2,
    'children of whom anything is kept': 3,
    'what is kept of a child': 2,
    'my sessions': 2,
    'my passkeys': 2,
    'my second step': 2,
    'who asks': 2,
    "a school's settings": 2,
    "a class's logo": 2,
    'the board of a class': 2,
    "a class's student": 3,
    'what a student did': 3,
    // One asks whether page views wait to be added up.
    "a class's activity": 4,
    'removed profiles of a class': 2,
    'teachers to pick': 2,
    'school administrators to pick': 2,
    "a content's sounds for staff": 2,
    "a unit's brief": 2,
    'how many posts wait': 2,
    'my account': 2,
    'a class by its code': 1,
    "a class's status": 1,
    "a class's units": 1,
    "a class's contents": 1,
    "a class's wall": 1,
    "a class's children": 1,
    'a textbook by its code': 1,
    "a textbook's units": 1,
    'a unit by its code': 1,
    "a unit's contents": 1,
    'a content by its code': 1,
    "a content's type": 1,
    "a content's sounds": 1,
    "a child's wall": 3,
    "a child's progress": 2,
    "a child's class": 2,
    "a device's profiles": 2,
    'new replies': 3,
    'a textbook by its short code': 1,
    'what a scanned code opens instead': 1,
    "the board's page": 1,
    'the board of a child': 2,
  });
});

test('every read of the contract has a floor, or a reason to have none', async () => {
  const { pool, settings } = world.services;
  const cases = await floorCases(pool, settings);
  expect(cases.filter((one) => readOf(one) === undefined)).toEqual([]);
  const measured = cases.map((one) => readOf(one)?.name);
  const excused = Object.keys(withoutFloor);
  expect(
    reads
      .map(({ name }) => name)
      .filter((name) => !measured.includes(name))
      .toSorted(),
  ).toEqual(excused.toSorted());
});

/** How many statements are sent meanwhile, without those of the queue of jobs. */
async function statementsOf(pool: Pool, work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pool, 'query');
  try {
    await work();
    return sent.mock.calls.filter((call) => !JSON.stringify(call[0]).includes('graphile_worker')).length;
  } finally {
    sent.mockRestore();
  }
}

/** How many rows there are in a list; 1 for anything else. */
function lengthOf(answer: unknown): number {
  const items = typeof answer === 'object' && answer !== null && 'items' in answer ? answer.items : answer;
  return Array.isArray(items) ? items.length : 1;
}
