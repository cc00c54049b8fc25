import { afterAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { readJournal } from '#api/ground/db/migration-files.ts';
import { connected } from './scratch-database.ts';
import { migrationsFolder, PastDatabases } from './past-database.ts';

const past = new PastDatabases();
afterAll(() => past.drop());

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [tanaka, brown, itoInvited, gone] = [1, 2, 3, 4];
const [invited, teaching, second, visiting, former, free] = [11, 12, 13, 14, 15, 16];

interface Person {
  readonly role?: string;
  readonly name?: readonly [firstName: string, lastName: string];
  readonly by?: number;
  readonly deletedAt?: string;
}
const person = (client: Client, n: number, { role = 'Teacher', name = ['Aya', 'Mori'], by, deletedAt }: Person = {}) =>
  client.query(
    `insert into users (id, first_name, last_name, email, role, status, invited_by_id, deleted_at)
     values ($1, $2, $3, $4, $5, 1, $6, $7)`,
    [id(n), ...name, `p${n}@school.test`, role, by === undefined ? null : id(by), deletedAt ?? null],
  );

interface OfClass {
  readonly owner?: number;
  readonly main?: number;
  readonly deletedAt?: string;
}
const schoolClass = (client: Client, n: number, { owner, main, deletedAt }: OfClass) =>
  client.query(
    `insert into classes (id, class_code, class_hash_code, class_name, textbook_id, start_date, end_date,
       school_administrator_id, main_teacher_id, deleted_at)
     values ($1, $2, $3, 'Class', $4, '2026-04-01', '2027-03-31', $5, $6, $7)`,
    [
      id(n),
      `CLASS${n}`,
      `class-hash-code-${n}-xxxxxx`,
      id(90),
      owner && id(owner),
      main && id(main),
      deletedAt ?? null,
    ],
  );

/** The members of each school by the school's name, such as `11 Teacher`, and its classes. */
async function schoolsOf(client: Client) {
  const { rows } = await client.query<{ name: string; members: string[]; classes: number[] }>(`
    select name,
      array(select right(user_id::text, 2)::int || ' ' || role from memberships where school_id = schools.id
        order by role, user_id) as members,
      array(select right(id::text, 2)::int from classes where school_id = schools.id order by id) as classes
    from schools order by name`);
  return Object.fromEntries(rows.map(({ name, ...school }) => [name, school]));
}

const before = async () =>
  past.create((await readJournal(migrationsFolder)).findIndex(({ tag }) => tag.endsWith('_schools')));

async function fill(client: Client) {
  await client.query(`insert into textbooks (id, name, short_code, hash_code) values ($1, 'Book', 'B1', $2)`, [
    id(90),
    'book-hash-code-xxxxxxxx',
  ]);
  await person(client, tanaka, { role: 'SchoolOwner', name: ['花子', '田中'] });
  await person(client, brown, { role: 'SchoolOwner', name: ['Emily', 'Brown'] });
  await person(client, itoInvited, { role: 'SchoolOwner', name: ['Ken', 'Ito'], by: tanaka });
  await person(client, gone, { role: 'SchoolOwner', name: ['Left', 'Owner'], deletedAt: '2026-11-01' });
  await person(client, invited, { by: tanaka });
  for (const n of [teaching, second, visiting, former, free]) await person(client, n);
  await schoolClass(client, 51, { owner: tanaka, main: teaching });
  await schoolClass(client, 52, { owner: brown, main: teaching });
  await schoolClass(client, 53, { owner: brown, main: visiting });
  await schoolClass(client, 54, { owner: brown, main: former, deletedAt: '2026-11-01' });
  await schoolClass(client, 55, { main: free });
  await client.query('insert into class_secondary_teachers values ($1, $2, 0)', [id(52), id(second)]);
  await client.query('insert into visiting_teachers (school_owner_id, teacher_id) values ($1, $2)', [
    id(brown),
    id(visiting),
  ]);
}

test('the classes of a school administrator become a school, whose teachers and invited people become its members', async () => {
  const url = await before();
  await connected(async (client) => {
    await fill(client);
    const versions = () => client.query('select id, version, updated_at from classes order by id');
    const { rows: untouched } = await versions();

    await migrateDatabase({ url, migrationsFolder });

    expect(await schoolsOf(client)).toEqual({
      '田中 花子': { members: ['1 SchoolOwner', '3 Teacher', '11 Teacher', '12 Teacher'], classes: [51] },
      'Emily Brown': { members: ['2 SchoolOwner', '12 Teacher', '13 Teacher'], classes: [52, 53, 54] },
      'Ken Ito': { members: ['3 SchoolOwner'], classes: [] },
      'Left Owner': { members: ['4 SchoolOwner'], classes: [] },
    });
    expect((await versions()).rows).toEqual(untouched);
  }, url);
});

test('what a server of the release before writes afterwards is in the schools too', async () => {
  const url = await before();
  await connected(async (client) => {
    await fill(client);
    await migrateDatabase({ url, migrationsFolder });
    await person(client, 21, { by: tanaka });
    await person(client, 22, { role: 'SchoolOwner', name: ['New', 'Owner'] });
    await person(client, 23, { role: 'SchoolOwner', name: ['Second', 'Owner'], by: 22 });
    await schoolClass(client, 61, { owner: 22 });
    await client.query('update classes set school_administrator_id = $2 where id = $1', [id(52), id(tanaka)]);
    await client.query('update classes set school_administrator_id = null where id = $1', [id(53)]);
    await client.query(`update users set role = 'SchoolOwner' where id = any($1)`, [[id(invited), id(free)]]);
    await client.query(`update users set role = 'Teacher' where id = $1`, [id(itoInvited)]);

    expect(await schoolsOf(client)).toEqual({
      '田中 花子': {
        members: ['1 SchoolOwner', '11 SchoolOwner', '3 Teacher', '12 Teacher', '21 Teacher'],
        classes: [51, 52],
      },
      'Emily Brown': { members: ['2 SchoolOwner', '12 Teacher', '13 Teacher'], classes: [54] },
      'Ken Ito': { members: ['3 Teacher'], classes: [] },
      'Left Owner': { members: ['4 SchoolOwner'], classes: [] },
      'New Owner': { members: ['22 SchoolOwner', '23 SchoolOwner'], classes: [61] },
      'Aya Mori': { members: ['16 SchoolOwner'], classes: [] },
    });
  }, url);
});

test('a class back from the trash whose school administrator is deleted keeps its school', async () => {
  const url = await past.create(61);
  await connected(async (client) => {
    await client.query(`insert into textbooks (id, name, short_code, hash_code) values ($1, 'Book', 'B1', $2)`, [
      id(90),
      'book-hash-code-xxxxxxxx',
    ]);
    for (const owner of [tanaka, brown, itoInvited, gone]) await person(client, owner, { role: 'SchoolOwner' });
    await client.query(
      `insert into memberships (school_id, user_id, role)
       select school_id, colleague, 'SchoolOwner' from memberships, unnest($2::uuid[]) as colleague where user_id = $1`,
      [id(tanaka), [id(brown), id(itoInvited)]],
    );
    await client.query('update users set status = 0 where id = $1', [id(brown)]);
    const deletedAt = '2026-11-01';
    for (const [n, of] of Object.entries({
      51: { owner: tanaka },
      52: { owner: tanaka, deletedAt },
      53: { owner: gone },
    }))
      await schoolClass(client, Number(n), of);
    await schoolClass(client, 54, { owner: itoInvited });
    await client.query('update users set deleted_at = $2 where id = any($1)', [[id(tanaka), id(gone)], deletedAt]);
    const school = async () =>
      (
        await client.query<object>(
          `select right(id::text, 2)::int as class, right(school_administrator_id::text, 2)::int as owner,
             school_id is not null as "ofSchool", version from classes order by id`,
        )
      ).rows;

    await migrateDatabase({ url, migrationsFolder });

    expect(await school()).toEqual([
      { class: 51, owner: itoInvited, ofSchool: true, version: 2 },
      { class: 52, owner: tanaka, ofSchool: true, version: 1 },
      { class: 53, owner: gone, ofSchool: true, version: 1 },
      { class: 54, owner: itoInvited, ofSchool: true, version: 1 },
    ]);
    await client.query('delete from users where id = $1', [id(tanaka)]);
    expect(await school()).toContainEqual({ class: 51, owner: itoInvited, ofSchool: true, version: 2 });
  }, url);
});
