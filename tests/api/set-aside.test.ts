import { afterAll, expect, test } from 'vitest';
import { findAside, setAside, undoAfter } from '#api/app/backup/set-aside.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';

const scratch = new ScratchDatabases();
afterAll(() => scratch.drop());

const ask = async (url: string, query: string): Promise<unknown[]> =>
  (await connected((client) => client.query<Record<string, unknown>>(query), url)).rows;

const failure = new Error('The tables differ: users');

test('after a failure the earlier content is back, and the reason is the failure’s', async () => {
  const url = await scratch.create();
  await ask(url, 'create table public.notes as select 7 as number');
  const aside = await setAside(url);
  expect(await undoAfter(aside, failure)).toEqual({ isUndone: true, reason: 'The tables differ: users' });
  expect(await ask(url, 'select number from public.notes')).toEqual([{ number: 7 }]);
});

test('an undo that fails too keeps the reason, and says where the earlier content is', async () => {
  const url = await scratch.create();
  await ask(url, 'create table public.notes as select 7 as number');
  const aside = await setAside(url);
  // The undo does not find the schema any more.
  const [before = ''] = aside.names;
  await ask(url, `alter schema "${before}" rename to elsewhere`);
  const { isUndone, reason } = await undoAfter(aside, failure);
  expect(isUndone).toBe(false);
  expect(reason).toMatch(/^The tables differ: users\. The earlier data could not be brought back either \(.+\)/);
  expect(reason).toContain(before);
  expect(await ask(url, 'select number from elsewhere.notes')).toEqual([{ number: 7 }]);
});

test('what a killed restore has set aside comes back by its name', async () => {
  const url = await scratch.create();
  await ask(url, 'create schema drizzle');
  await ask(url, 'create table public.notes as select 7 as number');
  const [name = ''] = (await setAside(url)).names;
  await ask(url, 'create table public.notes as select 8 as number');
  await expect(findAside(url, 'public_before_1')).rejects.toThrow('no schema public_before_1');
  await (await findAside(url, name)).undo();
  expect(await ask(url, 'select number from public.notes')).toEqual([{ number: 7 }]);
  expect(await ask(url, "select nspname from pg_namespace where nspname ~ 'before|drizzle'")).toEqual([
    { nspname: 'drizzle' },
  ]);
});
