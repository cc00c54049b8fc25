import { createServer, type IncomingMessage } from 'node:http';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { rosterColumns } from '#api/domains/roster-imports/read-package.ts';
import { zipOf } from '#tests/support/roster-package.ts';
import { unzip } from '#tests/support/unzip.ts';
import { ownWorld } from '#tests/support/world.ts';
import { type Block, blocksOf, hasCurl, makeWorkplace, type Workplace } from './example-blocks.ts';

const world = ownWorld({ gateway: { freeOperations: 'staff' }, api: { apiKeyCostPerMinute: 100_000 } });
const madeKey = z.object({ data: z.object({ createApiKey: z.object({ key: z.string() }) }) });

let place: Workplace;
let blocks: Block[];
let key: string;
let files: Record<string, string>;

beforeAll(async () => {
  place = await makeWorkplace(world.url, (await hasCurl()) ? 'curl' : 'plain-curl');
  blocks = await blocksOf(world.url);
  const textOf = (wanted: string) => blocks.find(({ title }) => title === wanted)?.text ?? '';
  await place.shell(`${textOf('Sign in')}\n${textOf('Make a key for packages')}`);
  ({ key } = madeKey.parse(await place.json('package-key.json')).data.createApiKey);
  for (const file of ['manabook.ts', 'package.ts']) await writeFile(join(place.folder, file), textOf(file));
  files = Object.fromEntries(
    blocks.filter(({ language }) => language === 'csv').map(({ title, text }) => [title, text] as const),
  );
  const [school] = await rows<{ name: string }>(`select name from schools order by id limit 1`);
  const [book] = await rows<{ code: string }>(
    `select short_code as code from textbooks where published_at is not null and deleted_at is null order by id limit 1`,
  );
  files['orgs.csv'] = files['orgs.csv']?.replace('Hinata Elementary School', school?.name ?? '') ?? '';
  files['courses.csv'] = files['courses.csv']?.replace('HELLO1', book?.code ?? '') ?? '';
});
afterAll(async () => {
  await rm(place.folder, { recursive: true, force: true });
});

const rows = async <Row extends object>(query: string): Promise<Row[]> =>
  (await world.services.pool.query<Row>(query)).rows;

const saved = (name: string) => readFile(join(place.folder, name));

/** A night: what the script printed. Without files the package of the last night is there still. */
async function night(changed?: Record<string, string>, url = world.url): Promise<unknown> {
  if (changed) await writeFile(join(place.folder, 'roster.zip'), await zipOf(changed));
  return JSON.parse(
    await place.shell(`MANABOOK='${url}' MANABOOK_KEY='${key}' '${process.execPath}' --import tsx package.ts`),
  ) as unknown;
}

const imports = async () => (await rows(`select id from roster_imports`)).length;
const children = () =>
  rows(`select p.external_id as id, p.name, p.reading, m.number, c.external_id as class from profiles p
    join class_profiles m on m.profile_id = p.id join classes c on c.id = m.class_id
    where p.external_id is not null order by 1`);

/** A way to the gateway on which the first answer to each of these mutations is lost. */
async function badWay(...mutations: readonly string[]): Promise<string> {
  const left = new Set(mutations);
  const server = createServer((request, response) => {
    void relay(request).then(async ({ answer, sent }) => {
      const lost = [...left].find((name) => sent.includes(name));
      if (lost === undefined)
        return response
          .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
          .end(Buffer.from(await answer.arrayBuffer()));
      left.delete(lost);
      return response.destroy();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

async function relay(request: IncomingMessage) {
  const { method = 'GET', url = '', headers } = request;
  const sent = await buffer(request);
  const kept = ['authorization', 'content-type', 'apollo-require-preflight'].flatMap((name) =>
    headers[name] === undefined ? [] : [[name, String(headers[name])] as [string, string]],
  );
  const answer = await fetch(`${world.url}${url}`, {
    method,
    headers: kept,
    ...(method === 'POST' && { body: new Uint8Array(sent) }),
  });
  return { answer, sent };
}

describe('the script for a OneRoster package', () => {
  test('brings the package of the page in, reads every row, and takes the roster out again', async () => {
    expect(await night(files)).toEqual({ created: 3, updated: 1, unchanged: 1, skipped: 0, refused: 0 });
    expect(await children()).toEqual([
      { id: 'S-10', name: '青木 あおい', reading: 'アオキ アオイ', number: 1, class: '2026-1-1' },
    ]);
    expect(await rows(`select last_name as name, status from users where external_id = 'T-10'`)).toEqual([
      { name: '山田', status: 0 },
    ]);
    expect((await saved('roster-result.csv')).toString()).toContain('classes.csv,2,2026-1-1,New');
    const taken = await unzip(await saved('roster-now.zip'));
    expect(taken.get('enrollments.csv')?.toString()).toContain('S-10');
  });

  test('takes nothing in the second time on the same day, and changes nothing with the same rows', async () => {
    const before = await imports();
    await night();
    expect(await imports()).toBe(before);
    const same = { ...files, 'demographics.csv': 'sourcedId,birthDate\r\n' };
    expect(await night(same)).toEqual({ created: 0, updated: 0, unchanged: 5, skipped: 0, refused: 0 });
  });

  test('makes one import where answers are lost', async () => {
    const before = await imports();
    const changed = { ...files, 'users.csv': files['users.csv']?.replace('花子', '華子') ?? '' };
    const url = await badWay('importRoster', 'startRosterImport');
    expect(await night(changed, url)).toMatchObject({ updated: 1, refused: 0 });
    expect(await imports()).toBe(before + 1);
  });

  test('says which rows are refused or skipped and why, and ends with 1', async () => {
    const more = {
      ...files,
      'users.csv': `${files['users.csv'] ?? ''}T-11,健,伊藤,nobody,,\n`,
      'roles.csv': `${files['roles.csv'] ?? ''}T-11,teacher,school-1\n`,
      'courses.csv': `${files['courses.csv'] ?? ''}maths-1,Mathematics,\n`,
      'classes.csv': `${files['classes.csv'] ?? ''}2026-1-1-maths,1-1,maths-1,school-1,year-2026\n`,
    };
    await expect(night(more)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/"skipped":1,"refused":1/) as string,
      stderr: expect.stringMatching(
        /course maths-1 \(Mathematics\) has no textbook.*\nusers\.csv row 4: .*"messageKey":"messages\.invalidEmail".*\nclasses\.csv row 3: .*messages\.rosterNoTextBook/,
      ) as string,
    });
  });

  test('brings nothing in when too much would be refused', async () => {
    const before = await rows(`select id from users`);
    const wrong = Array.from({ length: 21 }, (_, at) => `W-${at},A,B,nobody,,`);
    const roles = Array.from({ length: 21 }, (_, at) => `W-${at},teacher,school-1`);
    const broken = {
      ...files,
      'users.csv': [`${files['users.csv'] ?? ''}N-1,Aya,Mori,n1@school.test,,`, ...wrong, ''].join('\n'),
      'roles.csv': [`${files['roles.csv'] ?? ''}N-1,teacher,school-1`, ...roles, ''].join('\n'),
    };
    await expect(night(broken)).rejects.toMatchObject({
      stderr: expect.stringMatching(/21 rows would be refused/) as string,
    });
    expect(await rows(`select id from users`)).toEqual(before);
  });
});

test('both languages show the same script', async () => {
  const script = (of: Block[]) => of.find(({ title }) => title === 'package.ts')?.text;
  expect(script(blocks)).toContain('importRoster');
  expect(script(await blocksOf(world.url, 'jp'))).toBe(script(blocks));
});

test('the page names every column that is read', async () => {
  const page = await readFile('gateway/explorer/examples.en.md', 'utf8');
  const lines = page.split('\n');
  for (const [file, { required, optional }] of Object.entries(rosterColumns)) {
    const line = lines.find((one) => one.startsWith(`| \`${file}\``)) ?? '';
    const [, , must = '', may = ''] = line.split('|');
    for (const name of required) expect([file, must]).toEqual([file, expect.stringContaining(`\`${name}\``)]);
    for (const name of optional) expect([file, may]).toEqual([file, expect.stringContaining(`\`${name}\``)]);
  }
});
