import { asc, eq, sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createDatabase, type DatabaseHandle, type Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { keptStatements } from '#api/ground/db/prepared-statements.ts';
import { databaseError } from '#api/ground/db/violations.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';

const scratch = new ScratchDatabases();
const songs = pgTable('songs', {
  id: integer('id').primaryKey(),
  name: text('name'),
  isOpen: boolean('is_open').notNull(),
  at: timestamp('at', { withTimezone: true, precision: 3 }),
  words: jsonb('words').$type<string[]>(),
});
let url: string;
let database: DatabaseHandle;

beforeAll(async () => {
  url = await scratch.create();
});
beforeEach(async () => {
  await change(`create table songs (id int primary key, name text, is_open bool not null, at timestamptz(3), words jsonb);
    insert into songs values (1, 'One', true, '2026-04-01 09:30:00.123+09', '["a", "b"]'), (2, null, false, null, null),
      (3, 'Drei', true, null, '[]')`);
  database = createDatabase(url, { max: 1 });
});
afterEach(async () => {
  await database.close();
  await change('drop table songs');
});
afterAll(() => scratch.drop());

/** From a session of its own, as a migration is. */
const change = (statements: string) => connected((client) => client.query(statements), url);

const songsThat = preparedQuery(['areOpen'], (db: Queryable, { areOpen }) =>
  db
    .select({ song: songs, list: sql<number[]>`array[${songs.id}, 7]` })
    .from(songs)
    .where(eq(songs.isOpen, areOpen))
    .orderBy(asc(songs.id)),
);
const open = [
  {
    song: { id: 1, name: 'One', isOpen: true, at: new Date('2026-04-01T00:30:00.123Z'), words: ['a', 'b'] },
    list: [1, 7],
  },
  { song: { id: 3, name: 'Drei', isOpen: true, at: null, words: [] }, list: [3, 7] },
];
const closed = [{ song: { id: 2, name: null, isOpen: false, at: null, words: null }, list: [2, 7] }];

/** The first time without a name, the second time with one, and then as a kept statement. */
async function askOften(db: Queryable = database.db): Promise<void> {
  for (const _ of [1, 2, 3]) {
    expect(await songsThat(db, { areOpen: true })).toEqual(open);
    expect(await songsThat(db, { areOpen: false })).toEqual(closed);
  }
}

/** How often PostgreSQL describes the columns of an answer on the only connection. */
async function descriptionsIn(work: () => Promise<unknown>): Promise<number> {
  const client = await database.pool.connect();
  let descriptions = 0;
  const count = () => (descriptions += 1);
  client.connection.on('rowDescription', count);
  client.release();
  await work();
  client.connection.off('rowDescription', count);
  return descriptions;
}

test('the columns of a kept statement are described once', async () => {
  expect(await descriptionsIn(askOften)).toBe(2);
  expect(await descriptionsIn(askOften)).toBe(0);
});

test('behind a pooler, which may change the connection to PostgreSQL, they are described each time', async () => {
  await database.close();
  database = createDatabase(url, { max: 1, pooled: true, prepared: true });
  expect(await descriptionsIn(askOften)).toBe(6);
});

test('in a transaction several at once get their own rows', async () => {
  await askOften();
  await database.db.transaction(async (tx) => {
    await tx.update(songs).set({ isOpen: true }).where(eq(songs.id, 2));
    const [first, none, second] = await Promise.all([true, false, true].map((areOpen) => songsThat(tx, { areOpen })));
    expect(first?.map(({ song }) => song.id)).toEqual([1, 2, 3]);
    expect(none).toEqual([]);
    expect(second).toEqual(first);
  });
});

test.each([
  ['the type of a column has changed', 'alter table songs alter column id type bigint'],
  [
    'a column has got another place',
    'alter table songs add column last int; alter table songs alter name type varchar',
  ],
])('after a migration it answers, when %s', async (_, migration) => {
  await askOften();
  await change(migration);
  const ids = (await songsThat(database.db, { areOpen: true })).map(({ song }) => String(song.id));
  expect(ids).toEqual(['1', '3']);
  expect(await database.db.transaction((tx) => songsThat(tx, { areOpen: false }))).toHaveLength(1);
});

test('in a transaction that began before a migration it answers when the transaction is tried again', async () => {
  await askOften();
  let begun = 0;
  const rows = await database.db.transaction(async (tx) => {
    begun += 1;
    if (begun === 1) await change('alter table songs alter column id type smallint');
    return songsThat(tx, { areOpen: true });
  });
  expect(begun).toBe(2);
  expect(rows).toHaveLength(2);
});

test('statements that somebody has closed are described again', async () => {
  await askOften();
  await database.pool.query('discard all');
  expect(await descriptionsIn(askOften)).toBeGreaterThan(0);
  expect(await descriptionsIn(askOften)).toBe(0);
});

test('a statement that had to go for others is prepared and described again', async () => {
  await askOften();
  for (let number = 0; number <= keptStatements; number += 1)
    for (const _ of [1, 2]) await database.pool.query({ text: `select ${number} + $1::int`, values: [1] });
  expect(await descriptionsIn(askOften)).toBeGreaterThan(0);
  expect(await descriptionsIn(askOften)).toBe(0);
});

const shares = preparedQuery(['by'], (db: Queryable, { by }) =>
  db
    .select({ share: sql<number>`${songs.id} / ${by}::int` })
    .from(songs)
    .orderBy(songs.id),
);

test('a failure is the one of PostgreSQL, and the statement answers on', async () => {
  const answers = async () => expect(await shares(database.db, { by: 1 })).toHaveLength(3);
  for (const _ of [1, 2, 3]) {
    const error = await shares(database.db, { by: 0 }).catch((thrown: unknown) => thrown);
    expect(databaseError(error)?.code).toBe('22012');
    await answers();
  }
  expect(await descriptionsIn(answers)).toBe(0);
});

test('a connection that is lost while a kept statement runs is an error, and the next one answers', async () => {
  const slowly = preparedQuery(['seconds'], (db: Queryable, { seconds }) =>
    db
      .select({ id: songs.id, slept: sql`pg_sleep(${seconds})` })
      .from(songs)
      .where(eq(songs.id, 1)),
  );
  for (const _ of [1, 2, 3]) await slowly(database.db, { seconds: 0 });
  const lost = slowly(database.db, { seconds: 20 }).catch((thrown: unknown) => thrown);
  const ended = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`;
  await expect.poll(() => connected(async (client) => (await client.query(ended)).rowCount, url)).toBe(1);
  expect(databaseError(await lost)?.code).toBe('57P01');
  await askOften();
  expect(await slowly(database.db, { seconds: 0 })).toHaveLength(1);
});

test('a value that cannot be sent is an error, and the connection answers on', async () => {
  await askOften();
  const endless: { self?: unknown } = {};
  endless.self = endless;
  await expect(songsThat(database.db, { areOpen: endless })).rejects.toThrow('Failed query');
  await askOften();
});

test('a value that cannot be read is an error, and the connection answers on', async () => {
  const { MONEY } = pg.types.builtins;
  const usual = pg.types.getTypeParser(MONEY) as (text: string) => unknown;
  pg.types.setTypeParser(MONEY, () => {
    throw new Error('no money here');
  });
  onTestFinished(() => pg.types.setTypeParser(MONEY, usual));
  const prices = preparedQuery([], (db: Queryable) => db.select({ price: sql`1::money` }).from(songs));
  for (const _ of [1, 2, 3]) {
    const error = await prices(database.db, {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ cause: { message: 'no money here' } });
    await askOften();
  }
});
