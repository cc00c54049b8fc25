import { afterAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { connected } from './scratch-database.ts';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { migrationsFolder, PastDatabases } from './past-database.ts';

const past = new PastDatabases();
afterAll(() => past.drop());

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const hash = (n: number) => `hash-code-${String(n).padStart(12, '0')}`;
const gone = '2026-01-01';

const book = (client: Client, n: number, code: string, deletedAt: string | null = null) =>
  client.query('insert into textbooks (id, name, short_code, hash_code, deleted_at) values ($1, $2, $3, $4, $5)', [
    id(n),
    `Book ${n}`,
    code,
    hash(n),
    deletedAt,
  ]);
const unit = (client: Client, n: number, bookId: number, position: number) =>
  client.query(
    `insert into lessons (id, textbook_id, hash_code, position, number, title, name, language_focus, phonics)
     values ($1, $2, $3, $4, 1, 'Unit', 'Hello', 'Greetings', 'h')`,
    [id(n), id(bookId), hash(n), position],
  );
interface Page {
  readonly unit: number;
  readonly position: number;
  readonly page: number;
  readonly deletedAt?: string;
}
const content = (client: Client, n: number, { unit: of, position, page, deletedAt }: Page) =>
  client.query(
    `insert into contents (id, lesson_id, hash_code, type, position, page_number, name, deleted_at)
     values ($1, $2, $3, 1, $4, $5, 'Page', $6)`,
    [id(n), id(of), hash(n), position, page, deletedAt ?? null],
  );

async function codesOf(client: Client, kind: 'link' | 'form') {
  const { rows } = await client.query<{ code: string; of: string }>(
    `select code, entity || ' ' || right(entity_id::text, 2)::int as of from printed_codes where kind = $1 order by code`,
    [kind],
  );
  return Object.fromEntries(rows.map(({ code, of }) => [code, of]));
}

test('a school of before has a code for every book, unit and page, and the forms that are printed in its books', async () => {
  const url = await past.create(23);
  await connected(async (client) => {
    await book(client, 1, 'Hello-1');
    await book(client, 2, 'HELLO1', gone);
    await book(client, 3, 'ーー', gone);
    await unit(client, 11, 1, 1);
    await unit(client, 12, 1, 0);
    await unit(client, 13, 2, 0);
    await content(client, 21, { unit: 11, position: 0, page: 12 });
    await content(client, 22, { unit: 12, position: 0, page: 12 });
    await content(client, 23, { unit: 12, position: 1, page: 13, deletedAt: gone });
    await content(client, 24, { unit: 12, position: 2, page: 13 });
    await content(client, 25, { unit: 13, position: 0, page: 12 });

    await migrateDatabase({ url, migrationsFolder });

    expect(await codesOf(client, 'form')).toEqual({
      'Hello-1': 'textbooks 1',
      'Hello-1-P12': 'contents 22',
      'Hello-1-P12-2': 'contents 21',
      'Hello-1-P13': 'contents 24',
      'Hello-1-P13-2': 'contents 23',
      'HELLO1-P12-3': 'contents 25',
    });
    expect(await codesOf(client, 'link')).toEqual(
      Object.fromEntries(
        [1, 2, 3, 11, 12, 13, 21, 22, 23, 24, 25].map((n) => [
          hash(n),
          `${n < 10 ? 'textbooks' : n < 20 ? 'lessons' : 'contents'} ${n}`,
        ]),
      ),
    );
    const permanent = await client.query<{ code: string; of: string }>(
      `select code, entity_id as of from printed_codes where kind = 'code'`,
    );
    expect(permanent.rows).toHaveLength(11);
    expect(new Set(permanent.rows.map(({ of }) => of)).size).toBe(11);
    for (const { code } of permanent.rows) expect(code).toMatch(/^[34679CDFGHJKMNPRTWXY]{6}$/);
  }, url);
});

test('a code of before opens its own, and a book’s short code can still be given to another', async () => {
  const url = await past.create(28);
  await connected(async (client) => {
    await book(client, 1, 'HELLO1');
    await migrateDatabase({ url, migrationsFolder });
    const { rows } = await client.query('select version, target_id from printed_codes');
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ version: 1, target_id: null })));
    await client.query('update textbooks set deleted_at = now()');
    await book(client, 2, 'HELLO1');
    expect(await codesOf(client, 'form')).toEqual({ HELLO1: 'textbooks 2' });
  }, url);
});

test('uses of before are no uses of today, and a use that a server of before counts is one', async () => {
  const url = await past.create(35);
  await connected(async (client) => {
    await book(client, 1, 'Hello-1');
    const use = () => client.query(`update printed_codes set uses = uses + 1 where key = 'HE1101'`);
    await use();
    await migrateDatabase({ url, migrationsFolder });
    const days = async () => {
      const { rows } = await client.query<{ today: boolean; uses: number }>(
        `select day = (now() at time zone 'UTC')::date as today, uses from printed_code_days`,
      );
      return rows;
    };
    expect(await days()).toEqual([]);
    await use();
    await use();
    expect(await days()).toEqual([{ today: true, uses: 2 }]);

    // The next use removes what nobody asks for any more.
    await client.query(`insert into printed_code_days select printed_code_id, day - 91, 7 from printed_code_days`);
    await use();
    expect(await days()).toEqual([{ today: true, uses: 3 }]);

    // Another textbook takes over the short code of a deleted one.
    await client.query('update textbooks set deleted_at = now()');
    await book(client, 2, 'HELLO1');
    expect(await days()).toEqual([]);
  }, url);
});

test('a QR code that was replaced before is known as replaced, and none of its scans of before counts as one after that', async () => {
  const url = await past.create(54);
  await connected(async (client) => {
    await book(client, 1, 'Hello-1');
    await unit(client, 11, 1, 0);
    await content(client, 21, { unit: 11, position: 0, page: 12 });
    await client.query('update printed_codes set uses = 5 where code = $1', [hash(21)]);
    await client.query('update contents set hash_code = $1', [hash(22)]);
    await migrateDatabase({ url, migrationsFolder });
    const { rows } = await client.query(
      `select code, uses, uses_after_end as late, ended_at is not null as replaced from printed_codes
       where kind = 'link' and entity = 'contents' order by code`,
    );
    expect(rows).toEqual([
      { code: hash(21), uses: 5, late: 0, replaced: true },
      { code: hash(22), uses: 0, late: 0, replaced: false },
    ]);
  }, url);
});
