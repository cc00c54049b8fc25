import { eq, isNull, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { statementsAfter } from '#api/ground/db/keyset-page.ts';
import { orderKeys } from '#api/ground/db/order.ts';
import { classes, contents, users } from '#api/ground/db/schema.ts';
import { classes as listClasses, deleteClass } from '#schema/rest/classes.ts';
import { contract } from '#schema/rest/contract.ts';
import { textBookUnits } from '#schema/rest/lessons.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { textBooks } from '#schema/rest/textbooks.ts';
import { users as listUsers } from '#schema/rest/users.ts';
import { makeBrokenLink } from '#tests/support/broken-links.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeClass } from '#tests/support/teaching.ts';
import { makePlace, type Place, tokenFor } from './samples/place.ts';
import { rightCall } from './samples/samples.ts';
import { send, type Sent } from './school.ts';

const world = keptApi();
let place: Place;
let token: string | undefined;
beforeAll(async () => {
  place = await makePlace(world);
  token = await tokenFor(place, 'SuperAdmin');
  const { db } = world.services;
  const shown = await db.select({ id: contents.id }).from(contents).where(isNull(contents.deletedAt)).limit(4);
  for (const { id } of shown) await makeBrokenLink(db, { contentId: id });
});

const page = z.object({
  items: z.array(z.object({ id: z.string() })),
  totalCount: z.number(),
  totalIsExact: z.boolean(),
  cursors: z.array(z.string()),
  endCursor: z.string().nullable(),
  hasNextPage: z.boolean(),
});

type Query = Readonly<Record<string, unknown>>;

async function read(list: Operation, { params, query }: Sent, more: Query) {
  const answer = await send(world, list, { token, params, query: { ...query, ...more } }).expect(200);
  return page.parse(answer.body);
}

/** The ids of all rows, page by page; `between` is done before each further page. */
async function walked(list: Operation, sent: Sent, more: Query, between = async () => Promise.resolve()) {
  const ids: string[] = [];
  for (let After = '', isLast = false; !isLast;) {
    const { items, endCursor, hasNextPage } = await read(list, sent, { PageSize: 2, ...more, After });
    ids.push(...items.map(({ id }) => id));
    After = endCursor ?? '';
    isLast = !hasNextPage;
    await between();
  }
  return ids;
}

async function numbered(list: Operation, { params, query }: Sent, more: Query): Promise<string[]> {
  const sent = { token, params, query: { ...query, ...more, PageSize: 100 } };
  const answer = await send(world, list, sent).expect(200);
  return page
    .pick({ items: true })
    .parse(answer.body)
    .items.map(({ id }) => id);
}

const first = async (list: Operation, sent: Sent = {}) => (await numbered(list, sent, {}))[0] ?? '';

const lists = contract.filter(({ query }) => query && 'After' in query.shape && 'PageNumber' in query.shape);

// From the demo school, where rows have equal and missing values.
const asking: Readonly<Record<string, () => Promise<Sent>>> = {
  classes: () => Promise.resolve({}),
  users: () => Promise.resolve({}),
  textBooks: () => Promise.resolve({}),
  auditEntries: () => Promise.resolve({}),
  communityQueue: () => Promise.resolve({}),
  brokenLinks: () => Promise.resolve({}),
  textBookUnits: async () => ({ query: { TextbookId: await first(textBooks) } }),
  printedCodes: async () => ({ params: { textBookId: await first(textBooks) } }),
  contents: async () => {
    const units = { query: { TextbookId: await first(textBooks) } };
    return { query: { LessonId: await first(textBookUnits, units) } };
  },
  classProfiles: async () => ({ params: { id: await first(listClasses, { query: { SearchText: 'Sunflowers' } }) } }),
};

const sentTo = async (list: Operation): Promise<Sent> =>
  (await asking[list.name]?.()) ?? rightCall(list, place, 'SuperAdmin');

function sortFields({ query }: Operation): string[] {
  const described = z.toJSONSchema(query?.shape['SortCriteria'] ?? z.never(), { io: 'input', unrepresentable: 'any' });
  const field = z.object({
    items: z.object({ properties: z.object({ field: z.object({ enum: z.array(z.string()) }) }) }),
  });
  return field.parse(described).items.properties.field.enum;
}

test('the lists that integrators read whole are read by cursor', () => {
  expect(lists.map(({ name }) => name).sort()).toEqual(Object.keys(asking).sort());
});

describe.each(lists.map((list) => [list.name, list] as const))('%s by cursor', (name, list) => {
  test('has the rows of the numbered pages, in the order of each sort field', async () => {
    const sent = await sentTo(list);
    const most = name === 'auditEntries' ? { PageSize: 30 } : { PageSize: 3 };
    expect((await numbered(list, sent, {})).length).toBeGreaterThan(1);
    for (const field of sortFields(list))
      for (const direction of ['asc', 'desc']) {
        const sort = { SortCriteria: [{ field, direction }] };
        const all = await walked(list, sent, { ...sort, ...most });
        expect(all.slice(0, 100), `${field} ${direction}`).toEqual(await numbered(list, sent, sort));
        expect(new Set(all).size).toBe(all.length);
      }
  });

  test('refuses what is no cursor, one of another list, of another sort, and one that somebody has made up', async () => {
    const sent = await sentTo(list);
    const { endCursor } = await read(list, sent, { PageSize: 1, After: '' });
    const [tag] = JSON.parse(Buffer.from(endCursor ?? '', 'base64url').toString()) as string[];
    const madeUp = (...place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url');
    const other = list === textBooks ? listUsers : textBooks;
    const foreign = (await read(other, {}, { PageSize: 1, After: '' })).endCursor;
    const newest = { SortCriteria: [{ field: sortFields(list).at(-1), direction: 'desc' }] };
    const reverse = (await read(list, sent, { ...newest, PageSize: 1, After: '' })).endCursor;
    const wrong = ['x', 'a b', 'W10', madeUp(1), madeUp('tag', null), madeUp(tag, 'no'), madeUp(tag, 'no', 'no', 'no')];
    for (const After of [...wrong, foreign, reverse]) {
      const answer = await send(world, list, { token, params: sent.params, query: { ...sent.query, After } });
      expect([answer.status, answer.body], String(After)).toMatchObject([
        400,
        { messageKey: 'messages.validationFailed', errors: { After: ['messages.invalidValue'] } },
      ]);
    }
  });
});

describe('the cursor of a list', () => {
  test('skips no class and repeats none while others delete and add some', async () => {
    const sort = { SortCriteria: [{ field: 'className', direction: 'asc' }] };
    const before = await numbered(listClasses, {}, sort);
    // Both have been shown when they are deleted: a numbered page would then skip two that have not.
    const doomed = before.slice(0, 2);
    const { textBookId } = await aDemoClass();
    const all = await walked(listClasses, {}, sort, async () => {
      for (const id of doomed.splice(0)) await send(world, deleteClass, { token, params: { id } }).expect(204);
      await makeClass(world.services.db, { textbookId: textBookId, className: '0 before all others' });
    });
    expect(all).toEqual(before);
  });

  test('goes on behind a row whose name has changed, or that is gone for good', async () => {
    const sort = { SortCriteria: [{ field: 'className', direction: 'asc' }] };
    const before = await numbered(listClasses, {}, sort);
    const { items, endCursor } = await read(listClasses, {}, { ...sort, PageSize: 2, After: '' });
    const [, last = ''] = items.map(({ id }) => id);
    await world.services.db.update(classes).set({ className: 'ZZZ' }).where(eq(classes.id, last));
    const next = await read(listClasses, {}, { ...sort, PageSize: 2, After: endCursor });
    expect(next.items.map(({ id }) => id)).toEqual(before.slice(2, 4));
    const ofSearch = await send(world, listClasses, { token, query: { ...sort, SearchText: 'a', After: endCursor } });
    expect(ofSearch.status).toBe(400);
  });

  test('counts pages from its row on', async () => {
    const all = await numbered(listUsers, {}, {});
    const { endCursor } = await read(listUsers, {}, { PageSize: 2, After: '' });
    const third = await read(listUsers, {}, { PageSize: 2, After: endCursor, PageNumber: 2 });
    expect(third.items.map(({ id }) => id)).toEqual(all.slice(4, 6));
  });

  test('reaches who has never signed in, behind and among who has', async () => {
    const { db } = world.services;
    await db.execute(
      sql`update ${users} set last_sign_in_at = null where id in (select id from ${users} order by id limit 4)`,
    );
    for (const direction of ['asc', 'desc']) {
      const sort = { SortCriteria: [{ field: 'lastSignIn', direction }] };
      expect(await walked(listUsers, {}, { ...sort, PageSize: 1 })).toEqual(await numbered(listUsers, {}, sort));
      const mixed = { SortCriteria: [{ field: 'role', direction: 'asc' }, ...sort.SortCriteria] };
      expect(await walked(listUsers, {}, { ...mixed, PageSize: 1 })).toEqual(await numbered(listUsers, {}, mixed));
    }
  });

  test('reads more rows than are counted, each page by an index', async () => {
    const { db } = world.services;
    const { id } = await aDemoClass();
    await db.execute(sql`
      insert into classes (id, class_code, class_hash_code, class_name, textbook_id, start_date, end_date, created_at)
      select gen_random_uuid(), 'Q' || n, 'cursor-' || n || '-of-many-classes', 'Many', textbook_id, start_date, end_date,
        now() - make_interval(secs => n / 7)
      from classes, generate_series(10001, 20050) n where classes.id = ${id}`);
    await db.execute(sql`analyze classes`);
    const [{ count = 0 } = {}] = (
      await db.execute<{ count: number }>(sql`select count(*)::int as count from classes where deleted_at is null`)
    ).rows;
    const { totalCount, totalIsExact } = await read(listClasses, {}, { After: '', PageSize: 1 });
    expect([totalCount, totalIsExact]).toEqual([10_000, false]);
    const all = await walked(listClasses, {}, { PageSize: 100 });
    expect([all.length, new Set(all).size]).toEqual([count, count]);

    const keys = {
      createdAt: { by: [classes.createdAt] },
      teacher: { by: [classes.teacherSort], nullsLast: true },
    } as const;
    for (const field of ['createdAt', 'teacher'] as const) {
      const [statement] = statementsAfter(
        {
          ...{ name: 'classes', from: sql`${classes}`, id: classes.id, query: { PageNumber: 1, PageSize: 100 } },
          condition: sql`${classes.deletedAt} is null`,
          order: orderKeys([{ field, direction: 'desc' }], keys, [classes.id]),
        },
        [field === 'teacher' ? 'B' : '2026-01-01', id],
      );
      const { rows } = await db.execute(sql`explain ${statement}`);
      const plan = JSON.stringify(rows);
      expect(plan).toMatch(/Index (Only )?Scan.*Index Cond: \(ROW/);
      expect(plan).not.toMatch(/Seq Scan|Sort Key/);
    }
  });
});

async function aDemoClass() {
  const [row] = await world.services.db
    .select()
    .from(classes)
    .where(sql`${classes.deletedAt} is null`)
    .limit(1);
  if (!row) throw new Error('the demo school has classes');
  return { id: row.id, textBookId: row.textbookId };
}
