import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '#api/ground/db/ids.ts';
import { ownWorld } from '#tests/support/world.ts';
import { type Block, blocksOf, hasCurl, makeWorkplace, type Workplace } from './example-blocks.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

// More nights in a minute than a real key has points for.
const world = ownWorld({ gateway: { freeOperations: 'staff' }, api: { apiKeyCostPerMinute: 100_000 } });
const madeKey = z.object({ data: z.object({ createApiKey: z.object({ key: z.string() }) }) });
const rosterFile = z.object({
  teachers: z.array(z.object({ id: z.string(), email: z.string(), firstName: z.string(), lastName: z.string() })),
  classes: z.array(z.looseObject({ className: z.string(), textBookId: z.string() })),
});
type Roster = z.infer<typeof rosterFile>;
const copied = z.object({ rows: z.record(z.string(), z.looseObject({})) }).loose();
const rosterCopy = z.object({ users: copied, classes: copied });

let place: Workplace;
let blocks: Block[];
let key: string;
let roster: Roster;

beforeAll(async () => {
  place = await makeWorkplace(world.url, (await hasCurl()) ? 'curl' : 'plain-curl');
  blocks = await blocksOf(world.url);
  const textOf = (wanted: string) => blocks.find(({ title }) => title === wanted)?.text ?? '';
  await place.shell(`${textOf('Sign in')}\n${textOf('Make a key for the roster')}`);
  ({ key } = madeKey.parse(await place.json('roster-key.json')).data.createApiKey);
  for (const file of ['manabook.ts', 'roster.ts']) await writeFile(join(place.folder, file), textOf(file));
  roster = rosterFile.parse(JSON.parse(textOf('roster.json')));
  const [{ id: textBookId } = { id: '' }] = await rows<{ id: string }>(
    `select textbook_id as id from classes where deleted_at is null limit 1`,
  );
  for (const one of roster.classes) one.textBookId = textBookId;
});
afterAll(async () => {
  await rm(place.folder, { recursive: true, force: true });
});

const rows = async <Row extends object>(query: string): Promise<Row[]> =>
  (await world.services.pool.query<Row>(query)).rows;

/** A night: what the script printed. The changes before it are old enough for the feeds. */
async function night(changed: Roster, url = world.url): Promise<unknown> {
  for (const table of ['users', 'classes'])
    await world.services.pool.query(`update ${table} set updated_at = now() - interval '1 minute'
      where updated_at > now() - interval '1 minute'`);
  await writeFile(join(place.folder, 'roster.json'), JSON.stringify(changed));
  return JSON.parse(
    await place.shell(`MANABOOK='${url}' MANABOOK_KEY='${key}' '${process.execPath}' --import tsx roster.ts`),
  ) as unknown;
}

const nothing = { invited: 0, changed: 0, deactivated: 0, reactivated: 0, classesCreated: 0, classesChanged: 0 };
const teachers = () =>
  rows(`select external_id as id, last_name as name, status from users where external_id like 'T-%' order by 1`);
const classes = () =>
  rows(`select c.external_id as id, c.class_name as name, u.external_id as teacher
    from classes c left join users u on u.id = c.main_teacher_id where c.external_id is not null order by 1`);

/** A way to the gateway that answers 429 and 503 first, and then loses the answer of the first call of each mutation. */
async function badWay(): Promise<StandIn> {
  const lost = new Set<string>();
  return startStandIn(async ({ body, headers }, response, number) => {
    if (number <= 2) {
      const status = number === 1 ? 429 : 503;
      const code = number === 1 ? 'RATE_LIMITED' : 'SERVICE_UNAVAILABLE';
      const extensions = { code, status, messageKey: 'messages.serviceUnavailable', retryAfter: 1 };
      response.writeHead(status).end(JSON.stringify({ errors: [{ message: 'Later', extensions }] }));
      return;
    }
    const answer = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: headers.authorization ?? '' },
      body,
    });
    const text = await answer.text();
    const mutation = /(?:upsertUsers|upsertClasses|setUserStatuses)(?=\(input)/.exec(body)?.[0];
    if (mutation === undefined || lost.has(mutation)) response.writeHead(answer.status).end(text);
    else {
      lost.add(mutation);
      response.destroy();
    }
  });
}

describe('the script for the night', () => {
  test('invites, creates, takes over what was made by hand, and changes nothing the second time', async () => {
    const { pool } = world.services;
    const [byHand] = roster.teachers;
    await pool.query(
      `insert into users (id, email, first_name, last_name, role, status, language, search_text)
        values ($1, $2, 'Aya', 'Before', 'Teacher', 0, 'en', '')`,
      [newId(), byHand?.email.toUpperCase()],
    );
    expect(await night(roster)).toEqual({ ...nothing, invited: 1, changed: 1, classesCreated: 1 });
    expect(await teachers()).toMatchObject([
      { id: 'T-1', name: 'Mori' },
      { id: 'T-2', name: 'Ito' },
    ]);
    expect(await classes()).toEqual([{ id: '2026-3-1', name: '3-1', teacher: 'T-1' }]);
    expect(await night(roster)).toEqual(nothing);
    await pool.query(`update classes set external_id = null where external_id = '2026-3-1'`);
    expect(await night(roster)).toEqual({ ...nothing, classesChanged: 1 });
  });

  test('makes everything once where answers are lost, and deactivates who left', async () => {
    const [aya, ken] = roster.teachers;
    const [class31] = roster.classes;
    if (!aya || !ken || !class31) throw new Error('The page has no roster.');
    const mio = { id: 'T-3', email: 'mio.abe@school.test', firstName: 'Mio', lastName: 'Abe' };
    const taughtByMio = { ...class31, mainTeacher: 'T-3', secondaryTeachers: [] };
    const next: Roster = {
      teachers: [{ ...aya, lastName: 'Sato' }, mio],
      classes: [
        { ...taughtByMio, className: '3-1 new' },
        { ...taughtByMio, id: '2026-3-2', classCode: undefined, className: '3-2' },
      ],
    };
    const { url, calls } = await badWay();
    // What was done before an answer was lost is done, and not counted by the second try.
    expect(await night(next, url)).toEqual({ ...nothing, deactivated: 1 });
    expect(await teachers()).toMatchObject([
      { id: 'T-1', name: 'Sato' },
      { id: 'T-2', status: 2 },
      { id: 'T-3', name: 'Abe' },
    ]);
    expect(await classes()).toEqual([
      { id: '2026-3-1', name: '3-1 new', teacher: 'T-3' },
      { id: '2026-3-2', name: '3-2', teacher: 'T-3' },
    ]);
    const brought = calls.map(({ body }) => body).filter((body) => body.includes('upsertUsers'));
    expect(brought).toHaveLength(2);
    expect(brought[1]).toBe(brought[0]);
    const back = { ...next, teachers: [...next.teachers, ken] };
    expect(await night(back)).toEqual({ ...nothing, reactivated: 1 });
    roster = back;
  });

  test('forgets who has left the sight of the key, though no feed tells of them', async () => {
    const file = join(place.folder, 'roster-copy.json');
    const copy = rosterCopy.parse(await place.json('roster-copy.json'));
    const [gone, ended] = [newId(), newId()];
    copy.users.rows[gone] = { id: gone, externalId: 'T-9', role: 'TEACHER', status: 'ACTIVED' };
    copy.classes.rows[ended] = { id: ended, externalId: '2026-9-9', className: '9-9', endDate: '2999-03-31' };
    await writeFile(file, JSON.stringify(copy));
    expect(await night(roster)).toEqual(nothing);
    const after = rosterCopy.parse(await place.json('roster-copy.json'));
    expect([after.users.rows[gone], after.classes.rows[ended]]).toEqual([undefined, undefined]);
    expect(Object.keys(after.users.rows)).not.toHaveLength(0);
  });

  test('reports what is refused, goes on with the others, and ends with 1', async () => {
    const [aya, ...others] = roster.teachers;
    if (!aya) throw new Error('The page has no roster.');
    const bad = { id: 'T-0', email: 'nobody', firstName: 'No', lastName: 'Body' };
    const changed = { ...roster, teachers: [bad, { ...aya, lastName: 'Ono' }, ...others] };
    await expect(night(changed)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('"changed":1') as string,
      stderr: expect.stringMatching(
        /^Users: .*"T-0".*"field":"email","messageKeys":\["messages.invalidEmail"\]/,
      ) as string,
    });
  });

  test('changes nothing when many teachers left at once', async () => {
    await world.services.pool.query(
      `insert into users (id, email, first_name, last_name, role, status, language, search_text, external_id)
        select gen_random_uuid(), 'many' || n || '@school.test', 'A', 'B', 'Teacher', 0, 'en', '', 'M-' || n
          from generate_series(1, 11) n`,
    );
    const before = await teachers();
    await expect(night({ teachers: [], classes: [] })).rejects.toMatchObject({
      stderr: expect.stringMatching(/1[1-9] teachers left at once/) as string,
    });
    expect(await teachers()).toEqual(before);
  });
});

test('both languages show the same programs', async () => {
  const programs = (of: Block[]) =>
    of.filter(({ title }) => ['manabook.ts', 'receiver.ts', 'roster.ts', 'roster.json'].includes(title));
  const inJapanese = programs(await blocksOf(world.url, 'jp'));
  const byTitle = (of: Block[]) => Object.fromEntries(of.map(({ title, text }) => [title, text]));
  expect(inJapanese).toHaveLength(4);
  expect(byTitle(inJapanese)).toEqual(byTitle(programs(blocks)));
});

test('the page names the fields as the schema does', async () => {
  const page = await readFile('gateway/explorer/examples.jp.md', 'utf8');
  for (const name of [
    'externalIds',
    'emails',
    'classCodes',
    'upsertUsers',
    'upsertClasses',
    'userChanges',
    'classChanges',
  ])
    expect(page).toContain(`\`${name}\``);
});
