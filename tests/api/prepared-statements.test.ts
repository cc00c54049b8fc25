import { eq, sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type DatabaseHandle, type DatabaseOptions } from '#api/ground/db/client.ts';
import { isPreparable, keptStatements, plannedEachTime } from '#api/ground/db/prepared-statements.ts';
import { databaseError } from '#api/ground/db/violations.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';

const scratch = new ScratchDatabases();
const opened: DatabaseHandle[] = [];
const things = pgTable('things', { id: integer('id').primaryKey(), size: integer('size').notNull() });
let url: string;

beforeAll(async () => {
  url = await scratch.create();
});
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
  await connected((client) => client.query('drop table if exists things; drop schema if exists other cascade'), url);
});
afterAll(() => scratch.drop());

/** A database of one connection with a table of two things. */
async function open(options: Partial<DatabaseOptions> = {}): Promise<DatabaseHandle> {
  await migrate(
    'create table things (id int primary key, size int not null); insert into things values (1, 10), (2, 20)',
  );
  const database = createDatabase(url, { max: 1, ...options });
  opened.push(database);
  return database;
}

/** From a session of its own, as a migration is. */
const migrate = (statements: string) => connected((client) => client.query(statements), url);

const sizeOf = async ({ db }: Pick<DatabaseHandle, 'db'>, id: number): Promise<unknown> =>
  (await db.select({ size: things.size }).from(things).where(eq(things.id, id)))[0]?.size;

interface Kept {
  readonly statement: string;
  readonly runs: number;
}

// Without values it goes as a text, and is none of those that are kept.
async function keptIn({ pool }: DatabaseHandle): Promise<Kept[]> {
  const { rows } = await pool.query<Kept>(
    'select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements order by prepare_time',
  );
  return rows;
}

describe('a statement', () => {
  test('is kept from its second time on, and run by its name from then on', async () => {
    const database = await open();
    await sizeOf(database, 1);
    expect(await keptIn(database)).toEqual([]);
    for (const id of [1, 2, 1, 2]) expect(await sizeOf(database, id)).toBe(id * 10);
    expect(await keptIn(database)).toEqual([
      { statement: expect.stringContaining('from "things"') as string, runs: 4 },
    ]);
  });

  test('in a transaction is the same one', async () => {
    const database = await open();
    for (const id of [1, 2]) await sizeOf(database, id);
    await database.db.transaction(async (tx) => {
      const rows = await tx.select({ size: things.size }).from(things).where(eq(things.id, 2));
      expect(rows).toEqual([{ size: 20 }]);
    });
    expect(await keptIn(database)).toHaveLength(1);
  });

  test.each([
    ['a search for words', 'select 1 from things where name like $1'],
    ['a search for pieces', 'select 1 from things where pieces(name) @> $1::text[]'],
    ['what is planned each time', `${plannedEachTime} select 1 from things where id = $1`],
    ['a command', 'set statement_timeout = 1'],
    ['several at once', 'select 1; select 2'],
    ['one with a part for each of many rows', `insert into things values ${'($1, $2), '.repeat(2_000)} ($3, $4)`],
  ])('that is %s is not kept', (_, text) => {
    expect(isPreparable(text)).toBe(false);
  });

  test.each([
    'select 1',
    'with a as (select 1) select * from a',
    'insert into a values ($1)',
    '\n  update a set b = $1',
  ])('such as %j may be kept', (text) => {
    expect(isPreparable(text)).toBe(true);
  });
});

test('a connection keeps a bounded number of statements, those used last', async () => {
  const database = await open();
  const run = async (number: number) => {
    const { rows } = await database.db.execute(sql`select ${sql.raw(String(number))} + ${1}::int as sum`);
    expect(rows).toEqual([{ sum: number + 1 }]);
  };
  for (let number = 0; number < keptStatements + 50; number += 1) for (const _ of [1, 2, 3]) await run(number);
  expect(await keptIn(database)).toHaveLength(keptStatements);
  await run(0);
  await run(keptStatements + 49);
  const kept = await keptIn(database);
  expect(kept.length).toBeLessThanOrEqual(keptStatements);
  expect(kept.map(({ statement }) => statement)).toContain(`select ${keptStatements + 49} + $1::int as sum`);
});

describe('behind a pooler', () => {
  test('nothing is kept', async () => {
    const database = await open({ pooled: true });
    for (const _ of [1, 2, 3]) await sizeOf(database, 1);
    expect(await keptIn(database)).toEqual([]);
  });

  test('that knows prepared statements they are kept, and no parameter is sent at the start', async () => {
    const database = await open({ pooled: true, prepared: true });
    for (const _ of [1, 2, 3]) await sizeOf(database, 1);
    expect(await keptIn(database)).toHaveLength(1);
    const { rows } = await database.pool.query(`select current_setting('statement_timeout') as timeout`);
    expect(rows).toEqual([{ timeout: '0' }]);
  });
});

test('with the setting off nothing is kept', async () => {
  const database = await open({ prepared: false });
  for (const _ of [1, 2, 3]) await sizeOf(database, 1);
  expect(await keptIn(database)).toEqual([]);
});

describe('after a migration', () => {
  const widened = 'alter table things alter column size type text';

  test('that changes the type of a column, kept statements answer at once', async () => {
    const database = await open();
    const size = async () =>
      (await database.db.execute(sql`select size from things where id = ${1}::int`)).rows[0]?.size;
    for (const _ of [1, 2, 3]) expect(await size()).toBe(10);
    await migrate(widened);
    for (const _ of [1, 2, 3]) expect(await size()).toBe('10');
    expect(await keptIn(database)).toHaveLength(1);
  });

  test('a transaction is begun again', async () => {
    const database = await open();
    let begun = 0;
    const size = () =>
      database.db.transaction(async (tx) => {
        begun += 1;
        return (await tx.execute(sql`select size from things where id = ${1}::int`)).rows[0]?.size;
      });
    for (const _ of [1, 2, 3]) expect(await size()).toBe(10);
    await migrate(widened);
    expect(await size()).toBe('10');
    expect(begun).toBe(5);
  });

  test('a statement with a name of its own is prepared again', async () => {
    const database = await open();
    const size = async () => {
      const statement = { name: 'size', text: 'select size from things where id = $1', values: [1] };
      return (await database.pool.query<{ size: unknown }>(statement)).rows[0]?.size;
    };
    expect(await size()).toBe(10);
    await migrate(widened);
    for (const _ of [1, 2]) expect(await size()).toBe('10');
  });
});

test('statements that somebody has closed are prepared again', async () => {
  const database = await open();
  for (const _ of [1, 2, 3]) await sizeOf(database, 1);
  for (const closing of ['deallocate all', 'discard all']) {
    await database.pool.query(closing);
    for (const id of [1, 2, 1]) expect(await sizeOf(database, id)).toBe(id * 10);
  }
});

test('a kept statement follows the search path', async () => {
  const database = await open();
  for (const _ of [1, 2, 3]) await sizeOf(database, 1);
  await migrate(
    'create schema other; create table other.things (id int, size int); insert into other.things values (1, 99)',
  );
  await database.pool.query('set search_path = other, public');
  expect(await sizeOf(database, 1)).toBe(99);
});

test('a statement that is refused is refused, and stays kept', async () => {
  const database = await open();
  const add = (id: number) => database.db.transaction((tx) => tx.insert(things).values({ id, size: 1 }));
  for (const id of [3, 4, 5]) await add(id);
  await expect(add(3).catch((error: unknown) => databaseError(error)?.code)).resolves.toBe('23505');
  await add(6);
  expect(await keptIn(database)).toHaveLength(1);
});
