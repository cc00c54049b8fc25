import { asc, eq, sql } from 'drizzle-orm';
import { alias, boolean, date, integer, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseHandle, type Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { databaseError } from '#api/ground/db/violations.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';

const scratch = new ScratchDatabases();
const books = pgTable('books', {
  id: integer('id').primaryKey(),
  name: text('name'),
  level: smallint('level').notNull(),
  isOpen: boolean('is_open').notNull(),
  day: date('day').notNull(),
  at: timestamp('at', { withTimezone: true, precision: 3 }),
  makerId: integer('maker_id'),
  sequelId: integer('sequel_id'),
});
const people = pgTable('people', { id: integer('id').primaryKey(), name: text('name') });
const makers = alias(people, 'makers');
const sequels = alias(books, 'sequels');
let database: DatabaseHandle;

beforeAll(async () => {
  const url = await scratch.create();
  await connected(
    (client) =>
      client.query(`create table people (id int primary key, name text);
        create table books (id int primary key, name text, level smallint not null, is_open boolean not null,
          day date not null, at timestamptz(3), maker_id int, sequel_id int);
        insert into people values (7, null), (8, 'Aya');
        insert into books values (1, 'One', 3, true, '2026-04-01', '2026-04-01 09:30:00.123+09', 7, 2),
          (2, null, 0, false, '0099-01-31', null, 8, null), (3, 'Three', 1, true, '2027-01-01', now(), null, 1)`),
    url,
  );
  database = createDatabase(url, { max: 1 });
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

const selectBooks = (db: Queryable) =>
  db
    .select({
      id: books.id,
      book: books,
      maker: { id: makers.id, name: makers.name, upper: sql<string | null>`upper(${makers.name})` },
      // Its first column may be null where there is a row, as drizzle has it too.
      name: { name: books.name, level: books.level },
      mixed: { makerId: makers.id, level: books.level },
      sequel: { id: sequels.id, day: sequels.day, at: sequels.at },
      makers: sql<number>`(select count(*)::int from people)`.as('makers'),
      list: sql<number[]>`array[${books.id}, 5]`,
      json: sql<{ a: number }>`json_build_object('a', ${books.level})`,
    })
    .from(books)
    .leftJoin(makers, eq(makers.id, books.makerId))
    .leftJoin(sequels, eq(sequels.id, books.sequelId))
    .orderBy(asc(books.id))
    .$dynamic();

const booksByIds = preparedQuery(['ids', 'level'], (db: Queryable, { ids, level }) =>
  selectBooks(db).where(sql`${books.id} = any(${ids}) and ${books.level} >= ${level}`),
);
const booksOfDay = preparedQuery(['day', 'most'], (db: Queryable, { day, most }) =>
  db.select({ id: books.id }).from(books).where(eq(books.day, day)).limit(most),
);

test('a prepared query gives the rows that drizzle gives', async () => {
  const { db } = database;
  const rows = await selectBooks(db);
  expect(rows.map(({ maker, sequel }) => [maker?.id, sequel?.id])).toEqual([
    [7, 2],
    [8, undefined],
    [undefined, 1],
  ]);
  for (const _ of [1, 2, 3]) expect(await booksByIds(db, { ids: [1, 2, 3], level: 0 })).toEqual(rows);
  expect(await booksByIds(db, { ids: [1, 3, 9], level: 2 })).toEqual(rows.slice(0, 1));
  expect(await booksByIds(db, { ids: [], level: 0 })).toEqual([]);
});

test('a list of any length is one statement', async () => {
  const { db, pool } = database;
  for (const ids of [[], [1], [1, 2], [1, 2, 3], [9, 8, 7, 6, 5]]) await booksByIds(db, { ids, level: 1 });
  const { rows } = await pool.query(`select from pg_prepared_statements where statement like '%"sequels"%any(%'`);
  expect(rows).toHaveLength(1);
});

test('values are encoded as their columns are', async () => {
  expect(await booksOfDay(database.db, { day: '2027-01-01', most: 5 })).toEqual([{ id: 3 }]);
  expect(await booksOfDay(database.db, { day: '2027-01-01', most: 0 })).toEqual([]);
});

test('in a transaction a prepared query sees what the transaction wrote', async () => {
  const { db } = database;
  await db
    .transaction(async (tx) => {
      await tx.update(books).set({ day: '2030-01-01' }).where(eq(books.id, 2));
      expect(await booksOfDay(tx, { day: '2030-01-01', most: 5 })).toEqual([{ id: 2 }]);
      tx.rollback();
    })
    .catch(() => undefined);
  expect(await booksOfDay(db, { day: '2030-01-01', most: 5 })).toEqual([]);
});

test('an error is the one of PostgreSQL', async () => {
  const failing = preparedQuery(['by'], (db: Queryable, { by }) =>
    db.select({ sum: sql<number>`1 / ${by}::int` }).from(books),
  );
  const error = await failing(database.db, { by: 0 }).catch((thrown: unknown) => thrown);
  expect(databaseError(error)?.code).toBe('22012');
});

test('a query that does not name its columns is refused', async () => {
  const unnamed = preparedQuery([], (db: Queryable) =>
    db.select().from(books).innerJoin(people, eq(people.id, books.makerId)),
  );
  await expect(unnamed(database.db, {})).rejects.toThrow('must name its columns');
});
