import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema, isEnumType } from 'graphql';
import { decodeJwt } from 'jose';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { signStaffToken } from '#api/domains/auth/tokens.ts';
import { publishedSdl } from '#gateway/explorer/sdl.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { refusalOf } from '#gateway/refusals.ts';
import { graphql } from '#tests/support/people.ts';
import { ownWorld, type World } from '#tests/support/world.ts';
import { type Block, blocksOf, hasCurl, makeWorkplace, outlineOf, type Workplace } from './example-blocks.ts';

// Where this machine has none, the part of it that the page uses.
const curl = (await hasCurl()) ? 'curl' : 'plain-curl';
const signedIn = z.object({ data: z.object({ login: z.object({ accessToken: z.string() }) }) });
const madeKey = z.object({ data: z.object({ createApiKey: z.object({ key: z.string() }) }) });

/** The token of an answer as it will be in an hour: of the same session, and expired. */
async function expiredToken({ services }: World, answer: unknown): Promise<string> {
  const { sub, sid, role } = decodeJwt<{ sid: string; role: 'Administrator' }>(
    signedIn.parse(answer).data.login.accessToken,
  );
  return signStaffToken(services.secrets, {
    userId: sub ?? '',
    role,
    sessionId: sid,
    tokenId: randomUUID(),
    issuedAt: new Date(Date.now() - 3_600_000),
  });
}

const world = ownWorld({ gateway: { freeOperations: 'staff' }, api: { apiKeyCostPerMinute: 100 } });
let place: Workplace;
let blocks: Block[];

beforeAll(async () => {
  place = await makeWorkplace(world.url, curl);
  blocks = await blocksOf(world.url);
});
afterAll(async () => {
  await rm(place.folder, { recursive: true, force: true });
});

describe('the examples for a shell', () => {
  beforeAll(async () => {
    const scripts = blocks.filter(({ language }) => language === 'sh');
    const lines = scripts.map(({ title, text }) =>
      title === 'Keep the new pair' ? `ACCESS=$(cat expired.txt)\n${text}\necho "$ACCESS" > renewed.txt` : text,
    );
    const [first = '', ...rest] = lines;
    await place.shell(first);
    await writeFile(join(place.folder, 'expired.txt'), await expiredToken(world, await place.json('signed-in.json')));
    await place.shell([first, ...rest].join('\n'));
  });

  test('do what they say', async () => {
    expect(await place.json('created.json')).toMatchObject({
      data: { createClass: { classCode: expect.stringMatching(/^\w+/) as string } },
    });
    expect(await place.json('uploaded.json')).toMatchObject({
      data: { uploadTextBookThumbnail: { width: 180, height: 180 } },
    });
    expect((await readFile(join(place.folder, 'qr-codes.zip'))).subarray(0, 2).toString()).toBe('PK');
    const sdl = await readFile(join(place.folder, 'schema.graphql'), 'utf8');
    expect(buildSchema(sdl).getMutationType()?.getFields()).toHaveProperty('createClass');
  });

  test('are answered with what the page shows', async () => {
    const shown = blocks.filter(
      ({ language, title }) => language === 'json' && !['limited.json', 'roster.json', 'message.json'].includes(title),
    );
    expect(shown.map(({ title }) => title)).toEqual(['classes.json', 'refused.json', 'with-key.json']);
    for (const { title, text } of shown)
      expect([title, outlineOf(await place.json(title))]).toEqual([title, outlineOf(JSON.parse(text))]);
  });

  test('take the new pair over when the access token has run out', async () => {
    expect(await place.json('refreshed.json')).toMatchObject({ data: { newClassCode: expect.any(String) as string } });
    const token = (await readFile(join(place.folder, 'renewed.txt'), 'utf8')).trim();
    expect(decodeJwt(token).exp).toBeGreaterThan(Date.now() / 1000);
    const again = await graphql(world, '{ newClassCode }', {}, { authorization: `Bearer ${token}` });
    expect(again.errors).toBeUndefined();
  });

  test('run out of points as the page shows it', async () => {
    const { key } = madeKey.parse(await place.json('key.json')).data.createApiKey;
    const spend = () =>
      fetch(`${world.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ query: '{ classes(page: { size: 50 }) { items { id } } }' }),
      });
    let answer = await spend();
    while (answer.ok) answer = await spend();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const shown = blocks.find(({ title }) => title === 'limited.json')?.text ?? '';
    expect(outlineOf(await answer.json())).toEqual(outlineOf(JSON.parse(shown)));
  });
});

test('the examples in Japanese do what they say', async () => {
  const elsewhere = await makeWorkplace(world.url, curl);
  try {
    const scripts = (await blocksOf(world.url, 'jp')).filter(({ language }) => language === 'sh');
    expect(scripts.length).toBeGreaterThan(1);
    await elsewhere.shell(scripts.map(({ text }) => text).join('\n'));
    expect(await elsewhere.json('classes.json')).toMatchObject({
      data: { classes: { totalCount: expect.any(Number) as number } },
    });
  } finally {
    await rm(elsewhere.folder, { recursive: true, force: true });
  }
});

describe('the TypeScript client', () => {
  beforeAll(async () => {
    for (const { title, text, language } of blocks)
      if (language === 'ts') await writeFile(join(place.folder, title), text);
  });

  test('runs from signing in to the downloaded file', async () => {
    const printed = await place.node('example.ts');
    expect(printed).toMatch(/^\d+ classes; the last page cost \d+$/m);
    expect(printed).toContain('refused: {"className":["messages.classNameRequire"]}');
    expect(printed).toContain('uploaded: 180 pixels wide');
    expect(Number(/downloaded: (\d+) bytes/.exec(printed)?.[1])).toBeGreaterThan(10_000);
    const id = /created: (\S+)/.exec(printed)?.[1];
    const query = 'query Made($id: ID!) { class(id: $id) { className } }';
    const { accessToken } = await tokens();
    const made = await graphql(world, query, { id }, { authorization: `Bearer ${accessToken}` });
    expect(made.data).toEqual({ class: { className: 'Made with TypeScript' } });
  });

  test('keeps a copy up to date', async () => {
    const { pool } = world.services;
    await pool.query(`update classes set updated_at = now() - interval '1 hour'`);
    const { rows } = await pool.query<{ id: string }>('select id from classes where deleted_at is null order by id');
    expect(await place.node('sync.ts')).toBe(`${rows.length} classes in the copy\n`);
    const [renamed, deleted] = rows.map(({ id }) => id);
    const changed = `updated_at = now() - interval '1 minute'`;
    await pool.query(`update classes set class_name = 'Renamed', ${changed} where id = $1`, [renamed]);
    await pool.query(`update classes set deleted_at = now(), ${changed} where id = $1`, [deleted]);
    expect(await place.node('sync.ts')).toBe(`${rows.length - 1} classes in the copy\n`);
    expect(await place.json('copy.json')).toMatchObject({ classes: { [renamed ?? '']: { className: 'Renamed' } } });
    await pool.query(`update classes set deleted_at = null where id = $1`, [deleted]);
  });

  async function tokens() {
    const login = 'mutation { login(input: { email: "admin@demo.test", password: "learn-together" }) { accessToken } }';
    return signedIn.parse(await graphql(world, login)).data.login;
  }

  test('is as strict as a program of today', async () => {
    const { folder } = place;
    const program = ts.createProgram(
      ['example.ts', 'sync.ts', 'roster.ts', 'receiver.ts'].map((file) => join(folder, file)),
      {
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        allowImportingTsExtensions: true,
        erasableSyntaxOnly: true,
        skipLibCheck: true,
        types: ['node'],
        typeRoots: [join(folder, 'node_modules', '@types')],
      },
    );
    const faults = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
    expect(faults).toEqual([]);
  });
});

describe('the table of codes', () => {
  /** What the gateway's own code sends: by status, by a name of Apollo Server's, or by itself. */
  const ownCodes = async (): Promise<string[]> => {
    const statuses = Array.from({ length: 200 }, (_, index) => 400 + index);
    const names = (await readdir('gateway', { recursive: true })).filter((name) => /(?<!\.generated)\.ts$/.test(name));
    const texts = await Promise.all(names.map((name) => readFile(join('gateway', name), 'utf8')));
    const named = [...texts.join('\n').matchAll(/ApolloServerErrorCode\.(\w+)|(?:code: |= )'([A-Z]+_[A-Z_]+)'/g)];
    return [...statuses.flatMap((status) => refusalOf(status)?.code ?? []), ...named.map(([, a, b]) => a ?? b ?? '')];
  };

  test.each(['en', 'jp'])('holds every code that the gateway sends, in %s', async (language) => {
    const page = await readFile(`gateway/explorer/examples.${language}.md`, 'utf8');
    const listed = [...page.matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1]);
    const ofApollo = ['BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE', 'GRAPHQL_VALIDATION_FAILED'];
    const ofMutations = buildSchema(publishedSdl(loadSchema('.'))).getType('UserErrorCode');
    const refusals = isEnumType(ofMutations) ? ofMutations.getValues().map(({ name }) => name) : [];
    expect(refusals).toContain('PROOF_REQUIRED');
    expect(new Set(listed)).toEqual(new Set([...(await ownCodes()), ...refusals, ...ofApollo]));
  });

  test.each(['en', 'jp'])('stands beside what a client that sends queries by GET needs, in %s', async (language) => {
    const page = await readFile(`gateway/explorer/examples.${language}.md`, 'utf8');
    expect(page).toMatch(/## .*GET[\s\S]*apollo-require-preflight[\s\S]*CSRF[\s\S]*preferGetMethod: false/);
  });
});
