import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connected, ScratchDatabases } from '#tests/api/scratch-database.ts';
import { rememberRows } from '#tests/support/remembered-rows.ts';

const scratch = new ScratchDatabases();
let url = '';
let before = '';
let remembered: Awaited<ReturnType<typeof rememberRows>>;

const long = 'visitor_place_days';

const change = (statements: string) => connected((client) => client.query(statements), url);

/** Every row of the tables that the tests change, as text. */
async function rowsOf(...tables: readonly string[]): Promise<string> {
  return connected(async (client) => {
    const looks = tables.map(
      (name) => `select '${name}' as name, json_agg(row order by row::text)::text as rows from ${name} row`,
    );
    const { rows } = await client.query<object>(looks.join(' union all '));
    return JSON.stringify(rows);
  }, url);
}
const all = () => rowsOf(long, 'users', 'classes', 'usage_pending', 'graphile_worker._private_jobs');

beforeAll(async () => {
  url = await scratch.create(process.env.TEST_TEMPLATE);
  before = await all();
  remembered = await rememberRows(url);
});
afterAll(async () => {
  await remembered.close();
  await scratch.drop();
});

describe('the rows of a kept world', () => {
  test('the demo school has a table that gets only the rows that it lacks', async () => {
    expect((await connected((client) => client.query(`select from ${long}`), url)).rowCount).toBeGreaterThan(500);
  });

  const changes = [
    ['changed', `update ${long} set views = views + 1 where day = (select max(day) from ${long})`],
    ['removed', `delete from ${long} where day = (select min(day) from ${long})`],
    [
      'added',
      `insert into ${long} select (row).* from (select jsonb_populate_record(r, '{"day":"2031-05-06"}') as row from ${long} r limit 9)`,
    ],
    ['changed in a short table', `update users set first_name = 'Else'; update classes set class_name = 'Else'`],
    ['emptied', `truncate ${long}; delete from classes`],
    ['put into the queue', `select graphile_worker.add_job('nothing', '{}')`],
  ] as const;
  test.each(changes)('are as they were after rows were %s, again and again', async (_how, statements) => {
    for (let round = 1; round <= 2; round += 1) {
      await change(`set session_replication_role = replica; ${statements}`);
      expect(await all()).not.toBe(before);
      await remembered.putBack();
      expect(await all()).toBe(before);
    }
  });

  test('rows of a short table keep their order, where vacuum freed places between others too', async () => {
    const placed = () =>
      connected((client) => client.query<object>('select row::text from usage_months row order by ctid'), url);
    const { rows } = await placed();
    // Moves the rows to the last of several pages. Vacuum frees the other pages, as autovacuum may do at any time.
    await change(Array.from({ length: 3 }, () => 'update usage_months set views = views').join(';'));
    await change('vacuum usage_months');
    // Each new connection writes to the next page that has room.
    for (let page = 0; page < 6; page += 1)
      await change(`with gone as (delete from usage_months where ctid = (select max(ctid) from usage_months) returning *)
        insert into usage_months select * from gone`);
    await remembered.putBack();
    expect((await placed()).rows).toEqual(rows);
  });

  test('are refused where a table was written anew, as no row has its place any more', async () => {
    // The table gets another order: the rows of one visitor come last. In the same order, all rows could keep their places,
    // since a table that is written anew keeps a removed row while another connection may still read the row.
    const { rows } = await connected(
      (client) => client.query<{ visitor: string }>(`select visitor from ${long} order by ctid limit 1`),
      url,
    );
    const first = `(visitor = '${rows[0]?.visitor ?? ''}')`;
    await change(`
      delete from ${long} where ctid = (select min(ctid) from ${long});
      create index turned on ${long} (${first});
      cluster ${long} using turned`);
    await expect(remembered.putBack()).rejects.toThrow(/visitor_place_days|duplicate key/);
  });
});
