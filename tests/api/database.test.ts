import { eq, sql } from 'drizzle-orm';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabase, type DatabaseHandle } from '#api/ground/db/client.ts';
import { newClassCode, newHashCode, newId } from '#api/ground/db/ids.ts';
import { classes, classSecondaryTeachers, contents, lessons, textbooks, users } from '#api/ground/db/schema.ts';
import { likePattern, searchText } from '#api/ground/db/search-text.ts';
import { databaseError, isViolation } from '#api/ground/db/violations.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';

const scratch = new ScratchDatabases();
let database: DatabaseHandle;
let url: string;
let textbookId: string;

beforeAll(async () => {
  url = await scratch.createPrepared();
  database = createDatabase(url, { max: 2 });
  textbookId = await addTextbook();
});

afterAll(async () => {
  await database.close();
  await scratch.drop();
});

/** The name of the constraint that refuses a write, or `accepted`. */
async function outcome(write: PromiseLike<unknown>): Promise<string> {
  try {
    await write;
    return 'accepted';
  } catch (error) {
    const constraint = databaseError(error)?.constraint;
    if (constraint === undefined || !isViolation(error, constraint)) throw error;
    return constraint;
  }
}

async function addUser(values: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const id = newId();
  const somebody = { id, firstName: 'Hana', lastName: 'Mori', email: `${id}@school.test`, role: 'Teacher' } as const;
  await database.db.insert(users).values({ ...somebody, ...values });
  return id;
}

async function addTextbook(values: Partial<typeof textbooks.$inferInsert> = {}): Promise<string> {
  const id = newId();
  const book = { id, name: 'Let us read', shortCode: newClassCode(), hashCode: newHashCode() };
  await database.db.insert(textbooks).values({ ...book, ...values });
  return id;
}

async function addClass(values: Partial<typeof classes.$inferInsert> = {}): Promise<string> {
  const id = newId();
  const codes = { classCode: newClassCode(), classHashCode: newHashCode() };
  const year = { className: '1-A', startDate: '2026-04-01', endDate: '2027-03-31' };
  await database.db.insert(classes).values({ id, textbookId, ...codes, ...year, ...values });
  return id;
}

describe('users', () => {
  test('an e-mail belongs to one account, in whatever case, until that account is deleted', async () => {
    const first = await addUser({ email: 'mori@school.test' });
    expect(await outcome(addUser({ email: 'MORI@School.test' }))).toBe('users_email_unique');
    await database.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, first));
    expect(await outcome(addUser({ email: 'MORI@School.test' }))).toBe('accepted');
  });

  test('of twenty who take one e-mail at once, one succeeds', async () => {
    const attempts = Array.from({ length: 20 }, () => outcome(addUser({ email: 'race@school.test' })));
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((result) => result === 'accepted')).toHaveLength(1);
    expect(outcomes.filter((result) => result === 'users_email_unique')).toHaveLength(19);
  });

  test.each([
    [{ username: 'mori@home' }, 'users_username_form'],
    [{ phoneType: 1, phoneNumber: '0312345678' }, 'accepted'],
    [{ phoneType: 2, phoneNumber: '09012345678' }, 'accepted'],
    [{ phoneType: 2, phoneNumber: '0312345678' }, 'users_phone_form'],
    [{ phoneNumber: '0312345678' }, 'users_phone_form'],
    [{ firstName: '' }, 'users_first_name_length'],
  ] as const)('%o: %s', async (values, expected) => {
    expect(await outcome(addUser(values))).toBe(expected);
  });
});

describe('textbooks', () => {
  test('a short code belongs to one book, in whatever case, until that book is deleted', async () => {
    const first = await addTextbook({ shortCode: 'abc1' });
    expect(await outcome(addTextbook({ shortCode: 'ABC1' }))).toBe('textbooks_short_code_unique');
    await database.db.update(textbooks).set({ deletedAt: new Date() }).where(eq(textbooks.id, first));
    expect(await outcome(addTextbook({ shortCode: 'ABC1' }))).toBe('accepted');
  });

  test('one that a class uses cannot be removed', async () => {
    const used = await addTextbook();
    await addClass({ textbookId: used });
    const removal = database.db.delete(textbooks).where(eq(textbooks.id, used));
    expect(await outcome(removal)).toBe('classes_textbook_id_textbooks_id_fk');
  });

  test('pages are counted from 1, and types are the six of the specification or none', async () => {
    const lessonId = newId();
    const lesson = { id: lessonId, textbookId, hashCode: newHashCode(), position: 0, number: 1 };
    const words = { title: 'Unit 1', name: 'Hello', languageFocus: 'Greetings', phonics: 'h' };
    await database.db.insert(lessons).values({ ...lesson, ...words });
    const add = (pageNumber: number, type: 0 | 1) =>
      database.db
        .insert(contents)
        .values({ id: newId(), lessonId, hashCode: newHashCode(), type, position: 0, pageNumber, name: 'Page' });
    expect(await outcome(add(0, 1))).toBe('contents_page_number_from_one');
    expect(await outcome(add(1, 0))).toBe('accepted');
    const change = database.db.update(contents).set({ type: sql`7` });
    expect(await outcome(change)).toBe('contents_type_known');
  });
});

describe('classes', () => {
  test.each([
    ['2026-04-01', '2026-04-01', 'classes_end_after_start'],
    ['2026-04-01', '2026-03-31', 'classes_end_after_start'],
    ['2026-04-01', '2026-04-02', 'accepted'],
    ['2026-04-01', '2028-04-01', 'accepted'],
    ['2026-04-01', '2028-04-02', 'classes_at_most_two_years'],
    ['2024-02-29', '2026-02-28', 'accepted'],
    ['2024-02-29', '2026-03-01', 'classes_at_most_two_years'],
  ])('from %s to %s: %s', async (startDate, endDate, expected) => {
    expect(await outcome(addClass({ startDate, endDate }))).toBe(expected);
  });

  test('five secondary teachers have a place, a sixth has none, nobody has two', async () => {
    const classId = await addClass();
    const teachers = await Promise.all(Array.from({ length: 6 }, () => addUser()));
    const add = (teacherId: string, position: number) =>
      outcome(database.db.insert(classSecondaryTeachers).values({ classId, teacherId, position }));
    const [sixth = '', ...five] = teachers;
    for (const [position, teacher] of five.entries()) expect(await add(teacher, position)).toBe('accepted');
    expect(await add(sixth, 5)).toBe('class_secondary_teachers_at_most_five');
    expect(await add(sixth, 4)).toBe('class_secondary_teachers_position_unique');
    expect(await add(five[0] ?? '', 0)).toBe('class_secondary_teachers_pk');
  });
});

describe('search', () => {
  test.each([
    ['サクラ', 'さくら'],
    ['ｻｸﾗ ｶﾞｯｺｳ', 'さくら がっこう'],
    ['ＡＢＣ　１２３', 'abc 123'],
    ['  Let   us\tREAD ', 'let us read'],
    ['ヴァイオリン ー', 'ゔぁいおりん ー'],
  ])('%s is stored as %s', (written, stored) => {
    expect(searchText(written)).toBe(stored);
  });

  test('parts that are missing leave no trace', () => {
    expect(searchText('Mori', null, undefined, 'Hana')).toBe('mori hana');
  });

  test.each([
    ['100%', '100% さくら', true],
    ['100%', '1000 さくら', false],
    ['a_b', 'axb', false],
    ['a_b', 'A_B', true],
    ['c:\\d', 'C:\\D', true],
    ['ｻｸ', 'サクラ', true],
  ])('%s in %s: %s', async (term, text, found) => {
    const query = sql`select ${searchText(text)}::text like ${likePattern(term)} as found`;
    expect((await database.db.execute(query)).rows).toEqual([{ found }]);
  });

  test('Japanese has trigrams, so that its searches use the index', async () => {
    const { rows } = await database.db.execute(sql`select cardinality(show_trgm('さくら')) as trigrams`);
    expect(rows).toEqual([{ trigrams: 4 }]);
  });
});

describe('codes', () => {
  test('class codes are eight characters that read as nothing else', () => {
    for (let round = 0; round < 200; round += 1) expect(newClassCode()).toMatch(/^[34679CDFGHJKMNPQRTVWXY]{8}$/);
  });

  test('hash codes are 128 random bits, URL-safe', () => {
    const codes = new Set(Array.from({ length: 200 }, newHashCode));
    expect(codes.size).toBe(200);
    for (const code of codes) expect(code).toMatch(/^[\w-]{22}$/);
  });
});

describe('transactions', () => {
  test('that wait for each other are both done', async () => {
    const [one, two] = [await addUser(), await addUser()];
    let begun = 0;
    let meet = () => {};
    const met = new Promise<void>((resolve) => (meet = resolve));
    const renameInTurn = (first: string, second: string) =>
      database.db.transaction(async (tx) => {
        await tx.update(users).set({ lastName: 'Sato' }).where(eq(users.id, first));
        if (++begun === 2) meet();
        await met;
        await tx.update(users).set({ lastName: 'Sato' }).where(eq(users.id, second));
      });
    await Promise.all([renameInTurn(one, two), renameInTurn(two, one)]);
    // On a busy machine PostgreSQL may end both before it lets either go on.
    expect(begun).toBeGreaterThanOrEqual(3);
  });
});

describe('connections', () => {
  test('one that is cut inside a transaction fails that transaction alone', async () => {
    const lost: string[] = [];
    const one = createDatabase(url, { max: 1, onConnectionLost: (error) => lost.push(error.message) });
    for (let round = 0; round < 3; round += 1) {
      const work = one.db.transaction(async (transaction) => {
        const { rows } = await transaction.execute(sql`select pg_backend_pid() as pid`);
        await connected((client) => client.query('select pg_terminate_backend($1)', [rows[0]?.pid]), url);
        await expect.poll(() => lost.length).toBeGreaterThan(round);
      });
      await expect(work).rejects.toThrow();
    }
    const { rows } = await one.db.execute(sql`select 1 as alive`);
    expect(rows).toEqual([{ alive: 1 }]);
    await one.close();
  });

  test('one that is lost before its transaction begins goes back to the pool', async () => {
    const one = createDatabase(url, { max: 1 });
    one.pool.once('acquire', (client: Client) => void client.end());
    await expect(one.db.transaction(() => Promise.resolve())).rejects.toThrow();
    await expect(one.db.transaction(() => Promise.resolve('begun'))).resolves.toBe('begun');
    await one.close();
  });

  test('all stay open through the quiet before a bell', async () => {
    const quiet = createDatabase(url, { max: 3 });
    const clients = await Promise.all([1, 2, 3].map(() => quiet.pool.connect()));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      for (const client of clients) client.release();
      vi.advanceTimersByTime(86_400_000);
    } finally {
      vi.useRealTimers();
    }
    expect(quiet.pool.idleCount).toBe(3);
    await quiet.close();
  });
});
