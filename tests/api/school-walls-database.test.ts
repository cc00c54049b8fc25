import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSchoolWall } from '#api/app/system/checks/school-wall.ts';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import { createDatabase, type DatabaseHandle } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { findWall } from '#api/ground/db/wall/find-wall.ts';
import { behindWall, beyondWall } from '#api/ground/db/wall/viewer.ts';
import { createLog } from '#api/ground/log.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { tmpdir } from 'node:os';
import { connected, ScratchDatabases } from './scratch-database.ts';

const scratch = new ScratchDatabases();
const databases: DatabaseHandle[] = [];
const roles: string[] = [];
afterAll(async () => {
  for (const one of databases) await one.close();
  await scratch.drop();
  for (const role of roles) await connected((client) => client.query(`drop role ${role}`));
});

function opened(url: string, options: Partial<Parameters<typeof createDatabase>[1]> = {}): DatabaseHandle {
  const database = createDatabase(url, { max: 2, ...options });
  databases.push(database);
  return database;
}

async function raised(url: string, options: Partial<Parameters<typeof createDatabase>[1]> = {}) {
  const database = opened(url, options);
  const wall = await findWall(database.db);
  if (!wall) throw new Error('no wall');
  database.raiseWall(wall);
  return database;
}

/** Two schools with an owner, a class, a child and a post each. */
async function twoSchools({ db }: DatabaseHandle) {
  const school = async () => {
    const [owner, teacher, classId, profileId, postId, bookId] = [1, 2, 3, 4, 5, 6].map(() => newId());
    await db.execute(sql`insert into textbooks (id, name, short_code, hash_code) values (${bookId}, 'Book',
      ${newId().slice(-12)}, ${newId()})`);
    for (const [id, role] of [
      [owner, 'SchoolOwner'],
      [teacher, 'Teacher'],
    ] as const)
      await db.execute(sql`insert into users (id, first_name, last_name, email, role, status)
        values (${id}, 'Aya', 'Mori', ${`${id}@school.test`}, ${role}, 1)`);
    await db.execute(sql`insert into classes (id, class_code, class_hash_code, class_name, textbook_id, start_date, end_date,
      main_teacher_id, school_administrator_id) values (${classId}, ${newId().slice(-8).toUpperCase()}, ${newId()}, '3-1',
      ${bookId}, '2026-04-01', '2027-03-31', ${teacher}, ${owner})`);
    await db.execute(sql`insert into profiles (id, name, animal) values (${profileId}, 'ひなた', 'fox')`);
    await db.execute(sql`insert into class_profiles (class_id, profile_id) values (${classId}, ${profileId})`);
    await db.execute(sql`insert into community_posts (id, class_id, profile_id, kind) values (${postId}, ${classId},
      ${profileId}, 'image')`);
    return { owner: owner ?? '', teacher: teacher ?? '', classId: classId ?? '', profileId: profileId ?? '' };
  };
  return { own: await school(), other: await school() };
}

async function classesOf(db: DatabaseHandle['db']): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from classes order by id`);
  return rows.map(({ id }) => id);
}

describe('behind the wall', () => {
  let database: DatabaseHandle;
  let schools: Awaited<ReturnType<typeof twoSchools>>;
  beforeAll(async () => {
    database = await raised(await scratch.createPrepared());
    schools = await twoSchools(database);
  });

  test('a query of a whole table finds the viewer’s schools alone, in every table; a stranger’s finds nothing', async () => {
    const { db } = database;
    const { rows: walled } = await db.execute<{ table: string }>(sql`select "table" from walled_tables()`);
    const counts = (viewer: string) =>
      behindWall({ userId: viewer, asksPeople: true }, async () => {
        const found: Record<string, number> = {};
        for (const { table } of walled) found[table] = await db.$count(sql`${sql.identifier(table)}`);
        return found;
      });
    const ofOwner = {
      classes: 1,
      schools: 1,
      class_profiles: 1,
      profiles: 1,
      community_posts: 1,
      memberships: 1,
      users: 2,
    };
    expect(await counts(schools.own.owner)).toMatchObject(ofOwner);
    expect(await counts(schools.other.teacher)).toMatchObject(ofOwner);
    expect(new Set(Object.values(await counts(newId())))).toEqual(new Set([0]));
    expect((await classesOf(db)).length).toBe(2);
  });

  test('people of all schools stand on rows by name, and are found by what asks for people of one’s own alone', async () => {
    const { db } = database;
    const { own, other } = schools;
    const found = (asksPeople: boolean) =>
      behindWall({ userId: own.owner, asksPeople }, async () => {
        const { rows } = await db.execute<{ id: string }>(sql`select id from users`);
        return rows.map(({ id }) => id);
      });
    // One connection after the other: what it remembers of its viewer has both.
    expect(await found(true)).toEqual(expect.not.arrayContaining([other.owner]));
    expect(await found(false)).toEqual(expect.arrayContaining([own.owner, own.teacher, other.owner, other.teacher]));
    expect((await found(true)).sort()).toEqual([own.owner, own.teacher].sort());
  });

  test('a query that is handed out unasked runs where it was made, and not where it is waited for', async () => {
    const { db } = database;
    const { owner } = schools.own;
    const read = (from: typeof db) => from.execute<{ id: string }>(sql`select id from classes`);
    expect((await behindWall({ userId: owner }, () => read(db))).rowCount).toBe(1);
    expect((await behindWall({ userId: owner }, () => beyondWall(db, read))).rowCount).toBe(2);
  });

  test('one connection serves one viewer after the other, and what is beyond the wall in between', async () => {
    const { db } = await raised(databaseUrlOf(database), { max: 1 });
    const { own, other } = schools;
    for (const { owner, classId } of [own, other, other, own]) {
      expect(await behindWall({ userId: owner }, () => classesOf(db))).toEqual([classId]);
      expect((await classesOf(db)).length).toBe(2);
    }
    // Both at once wait for the one connection.
    const both = [own, other, own].map(({ owner }) => behindWall({ userId: owner }, () => classesOf(db)));
    expect(await Promise.all(both)).toEqual([[own.classId], [other.classId], [own.classId]]);
  });

  test('a transaction goes beyond the wall for what asks for all schools, and back', async () => {
    const { db } = database;
    const { owner, classId } = schools.own;
    const seen = await behindWall({ userId: owner }, () =>
      db.transaction(async (tx) => {
        const read = async (from: typeof tx) =>
          (await from.execute<{ id: string }>(sql`select id from classes`)).rows.map(({ id }) => id);
        return [await read(tx), await beyondWall(tx, read), await read(tx)];
      }),
    );
    expect(seen.map((ids) => ids.length)).toEqual([1, 2, 1]);
    expect(seen.at(-1)).toEqual([classId]);
    expect((await behindWall({ userId: owner }, () => beyondWall(db, classesOf))).length).toBe(2);
  });

  test('nothing is written into another school, and nothing of it is changed or deleted', async () => {
    const { db } = database;
    const { own, other } = schools;
    const asOwner = (statement: ReturnType<typeof sql>) =>
      behindWall({ userId: own.owner }, async () => db.execute(statement));
    const refused = { cause: { code: '42501' } };
    await expect(
      asOwner(sql`insert into class_profiles (class_id, profile_id) values (${other.classId}, ${own.profileId})`),
    ).rejects.toMatchObject(refused);
    await expect(
      asOwner(sql`update community_posts set class_id = ${other.classId} where class_id = ${own.classId}`),
    ).rejects.toMatchObject(refused);
    for (const statement of [
      sql`update classes set class_name = 'ours' where id = ${other.classId}`,
      sql`update profiles set name = 'ours' where id = ${other.profileId}`,
      sql`delete from community_posts where class_id = ${other.classId}`,
    ])
      expect((await asOwner(statement)).rowCount).toBe(0);
    expect((await asOwner(sql`update classes set class_name = 'ours'`)).rowCount).toBe(1);
  });

  test('a pooler of transactions keeps nothing of a viewer', async () => {
    const { db, pool } = await raised(databaseUrlOf(database), { max: 1, pooled: true });
    const { own, other } = schools;
    for (const { owner, classId } of [own, other])
      expect(await behindWall({ userId: owner }, () => classesOf(db))).toEqual([classId]);
    expect(
      await behindWall({ userId: own.owner }, () =>
        db.transaction(async (tx) => (await tx.execute(sql`select from classes`)).rowCount),
      ),
    ).toBe(1);
    await expect(behindWall({ userId: own.owner }, async () => db.execute(sql`select 1 / 0`))).rejects.toMatchObject({
      cause: { code: '22012' },
    });
    const left = await behindWall({ userId: own.owner }, async () => {
      const client = await pool.connect();
      const { rows } = await client.query<{ role: string }>(`select current_setting('role') as role`);
      client.release();
      return rows;
    });
    expect(left).toEqual([{ role: 'none' }]);
  });
});

describe('a login that may not make roles', () => {
  test('works without the wall until an operator has made the role, and with it from then on', async () => {
    const url = await scratch.createOwned();
    const login = new URL(url).username;
    const settings = apiSettings({ databaseUrl: url, dataDir: tmpdir() });
    const lines: string[] = [];
    await prepareDatabase(settings, createLog('silent'), (line) => lines.push(line));
    expect(lines).toContainEqual(expect.stringContaining('waits for its role'));
    const before = opened(url);
    const schools = await twoSchools(before);
    const check = await checkSchoolWall(before.db);
    const needed = `CREATE ROLE ${login}_school NOLOGIN; GRANT ${login}_school TO ${login};`;
    expect(check).toMatchObject({ finding: 'missing', state: 'warning', values: [{ name: 'needed', value: needed }] });
    expect((await behindWall({ userId: schools.own.owner }, () => classesOf(before.db))).length).toBe(2);

    roles.push(`${login}_school`);
    await connected((client) => client.query(needed));
    await prepareDatabase(settings, createLog('silent'));
    const after = await raised(url);
    expect((await checkSchoolWall(after.db)).finding).toBe('ok');
    expect(await behindWall({ userId: schools.own.owner }, () => classesOf(after.db))).toEqual([schools.own.classId]);
    // The owner of the tables, as which everything else runs, sees all as before.
    expect((await classesOf(after.db)).length).toBe(2);
  });

  test('is not made to see nothing by a role of that name that sees everything', async () => {
    const url = await scratch.createOwned();
    const login = new URL(url).username;
    roles.push(`${login}_school`);
    await connected((client) =>
      client.query(`create role ${login}_school nologin bypassrls; grant ${login}_school to ${login}`),
    );
    await prepareDatabase(apiSettings({ databaseUrl: url, dataDir: tmpdir() }), createLog('silent'));
    expect(await findWall(opened(url).db)).toBeUndefined();
  });
});

test('another login that serves, and owns nothing, sees what it saw before', async () => {
  const database = await raised(await scratch.createPrepared());
  await twoSchools(database);
  const server = `server_${newId().replaceAll('-', '')}`;
  roles.push(server);
  await database.db.execute(sql.raw(`create role ${server} login password 'serves'`));
  await database.db.execute(sql.raw(`grant select on all tables in schema public to ${server}`));
  const url = new URL(databaseUrlOf(database));
  [url.username, url.password] = [server, 'serves'];
  expect((await classesOf(opened(url.href).db)).length).toBe(2);
});

function databaseUrlOf({ pool }: DatabaseHandle): string {
  const { connectionString } = pool.options;
  if (connectionString === undefined) throw new Error('the pool has no address');
  return connectionString;
}
