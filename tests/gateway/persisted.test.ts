import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { getOperationAST, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import request from 'supertest';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { persistedOperations } from '#gateway/manifest.generated.ts';
import { persisted as staffHashes } from '#web/staff/persisted.generated.ts';
import { persisted as studentHashes } from '#web/student/persisted.generated.ts';
import { json, startStandIn } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';

const named = (name: string) => persistedOperations.find((operation) => operation.name === name);
const byHash = (sha256Hash: unknown) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } });
const settings = { emailTopLevelMaximum: 4, telemetryUrl: null, timeZone: 'Asia/Tokyo' };

async function standing() {
  const api = await startStandIn((_, response) => json(response, settings));
  const gateway = await startGateway(api, { freeOperations: 'staff' });
  const send = (body: object) => request(gateway.url).post('/graphql').send(body);
  return { api, gateway, send };
}

describe('the manifest', () => {
  test('holds what the web app asks for, each with half the hash of its text, its names unique', () => {
    const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.graphql'));
    const written = files
      .map((path) => readFileSync(`web/${path}`, 'utf8'))
      .flatMap((text) => [...text.matchAll(/^(?:query|mutation) (\w+)/gm)].map(([, name]) => name));
    expect(written.length).toBeGreaterThan(25);
    expect(persistedOperations.map(({ name }) => name).sort()).toEqual(written.sort());
    expect(new Set(written).size).toBe(written.length);
    for (const { hash, text } of persistedOperations)
      expect(hash).toBe(createHash('sha256').update(text).digest('hex').slice(0, 32));
  });

  test('fits the schema, and asks for the type names that the browser’s cache lives on', () => {
    const schema = loadSchema('.');
    for (const { name, text } of persistedOperations) {
      expect(validate(schema, parse(text)), name).toEqual([]);
      expect(getOperationAST(parse(text))?.name?.value).toBe(name);
    }
    expect(named('Classes')?.text).toContain('__typename');
  });

  test('gives each room the hashes of its own operations alone', () => {
    const all = { ...staffHashes, ...studentHashes };
    expect(all).toEqual(Object.fromEntries(persistedOperations.map(({ name, hash }) => [name, hash])));
    expect(Object.keys(studentHashes).filter((name) => name in staffHashes)).toEqual([]);
    expect(Object.keys(studentHashes)).toContain('ClassPage');
  });
});

describe('a request that names an operation by its hash', () => {
  test('is carried out, for anyone, uncharged', async () => {
    const { api, send } = await standing();
    const body = { operationName: 'Settings', ...byHash(named('Settings')?.hash) };
    const answered = await send(body).expect(200);
    expect(answered.body).toEqual({ data: { settings: { ...settings, __typename: 'Settings' } } });
    expect(api.calls.map(({ path }) => path)).toEqual(['/api/Settings']);
  });

  test('takes variables, and is refused for wrong ones as ever', async () => {
    const { send } = await standing();
    const answered = await send({ ...byHash(named('Class')?.hash), variables: { id: 7.5 } }).expect(400);
    expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
  });

  test('is carried out by the whole hash too, which pages of the releases before send', async () => {
    const { send } = await standing();
    const whole = createHash('sha256')
      .update(named('Settings')?.text ?? '')
      .digest('hex');
    await send(byHash(whole)).expect(200);
  });

  test('is told to load the page anew when the hash is none of this build’s', async () => {
    const { api, send } = await standing();
    const text = '{ settings { emailTopLevelMaximum } }';
    const strange = createHash('sha256').update(text).digest('hex');
    for (const hash of [strange, '__proto__', '']) {
      const answered = await send(byHash(hash)).expect(400);
      expect(firstError(answered.body)).toMatchObject({
        extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', status: 400, messageKey: 'messages.appUpdated' },
      });
    }
    // Sending a text with a hash must not store the text.
    await send({ query: text, ...byHash(strange) }).expect(401);
    await send(byHash(strange)).expect(400);
    expect(api.calls).toEqual([]);
  });

  test('is refused as no request where its hash is malformed', async () => {
    const { send } = await standing();
    const answered = await send({ extensions: { persistedQuery: 1 } }).expect(400);
    expect(firstError(answered.body)).toMatchObject({
      extensions: { code: 'BAD_REQUEST', status: 400, messageKey: 'messages.badRequest' },
    });
  });

  test('keeps its type of answer, which is how browsers tell ours from a proxy’s', async () => {
    const { send } = await standing();
    const answered = await send(byHash('0')).set('accept', 'application/graphql-response+json,application/json;q=0.9');
    expect(answered.headers['content-type']).toMatch(/^application\/graphql-response\+json/);
  });

  test('is logged by the name it has in the manifest', async () => {
    const { gateway, send } = await standing();
    await send(byHash(named('Settings')?.hash)).expect(200);
    await expect.poll(() => gateway.lines.join('')).toContain('"operation":"Settings"');
  });
});
