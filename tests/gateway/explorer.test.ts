import { readFile } from 'node:fs/promises';
import { buildSchema, validateSchema } from 'graphql';
import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePlace, type Place, tokenFor } from '#tests/api/samples/place.ts';
import { ownWorld, startWorld } from '#tests/support/world.ts';
import { firstError, startGateway } from './start-gateway.ts';

const world = ownWorld({ gateway: { freeOperations: 'staff' }, api: { apiKeyCostPerMinute: 2 } });
let place: Place;

beforeAll(async () => {
  place = await makePlace(world);
});

const navigation = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const get = (path: string) => request(world.url).get(path);

describe('/graphql', () => {
  test('is a page for a browser, under the policy of every page', async () => {
    const other = await get('/login').set('accept', navigation);
    const page = await get('/graphql').set('accept', navigation).expect(200);
    expect(page.type).toBe('text/html');
    expect(page.text).toContain('/assets/explorer-');
    expect(page.headers['content-security-policy']).toBe(other.headers['content-security-policy']);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-cache' });
    expect(page.headers.vary?.toLowerCase().split(', ')).toEqual(['accept-encoding', 'accept']);
    await request(world.url).head('/graphql').set('accept', navigation).expect(200);
    await get('/graphql?query=%7B__typename%7D').set('accept', navigation).expect('content-type', /html/);
  });

  test.each(['application/graphql-response+json', 'application/json', '*/*', 'application/json, text/html;q=0.9'])(
    'answers GraphQL to who accepts %s',
    async (accept) => {
      const answer = await get('/graphql?query=%7B__typename%7D')
        .set({ accept, 'apollo-require-preflight': 'true' })
        .expect(200);
      expect(answer.type).toMatch(/json$/);
      expect(answer.body).toMatchObject({ data: { __typename: 'Query' } });
    },
  );

  test('tells its page whether operations are for everybody, so that it asks for nothing it will be refused', async () => {
    expect((await get('/graphql/access').expect(200)).body).toEqual({ freeOperations: 'staff' });
  });

  test('is the one address of its page', async () => {
    for (const path of ['/explorer', '/explorer/', '/explorer/index.html'])
      await get(path).set('accept', navigation).expect(302).expect('location', '/graphql');
  });

  test('is no page for what is sent', async () => {
    const sent = request(world.url).post('/graphql').set('accept', navigation).send({ query: '{ __typename }' });
    expect((await sent).type).toMatch(/json$/);
  });

  test('names every method of its address', async () => {
    const asked = await request(world.url).options('/graphql').set('accept', navigation).expect(204);
    expect(asked.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
  });
});

describe('/schema.graphql', () => {
  test('is for signed-in staff and API keys', async () => {
    const refused = await get('/schema.graphql').expect(401);
    expect(firstError(refused.body)).toMatchObject({
      extensions: { code: 'UNAUTHENTICATED', status: 401, messageKey: 'messages.unauthorized' },
    });
    expect(refused.headers['cache-control']).toBe('no-store');
    const student = await tokenFor(place, 'Student');
    await get('/schema.graphql').set('authorization', `Bearer ${student}`).expect(403);
    await get('/schema.graphql')
      .set('authorization', `Bearer mbk_${'x'.repeat(43)}`)
      .expect(401);
    const teacher = await tokenFor(place, 'Teacher');
    await get('/schema.graphql').set('authorization', `Bearer ${teacher}`).expect(200);
  });

  test('is the whole schema with its descriptions, as text that is asked for by its ETag', async () => {
    const authorization = `Bearer ${await tokenFor(place, 'Teacher')}`;
    const answer = await get('/schema.graphql').set({ authorization, 'accept-encoding': 'br' }).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'private, no-cache',
    });
    const schema = buildSchema(answer.text);
    expect(validateSchema(schema)).toEqual([]);
    expect(schema.description).toContain('Signing in');
    expect(schema.getQueryType()?.getFields()['classes']?.description).toBeTruthy();
    const etag = answer.headers['etag'] ?? '';
    await get('/schema.graphql').set({ authorization, 'if-none-match': etag }).expect(304);
  });

  test('costs an API key a point', async () => {
    const authorization = `Bearer ${await tokenFor(place, 'Administrator')}`;
    const query = 'mutation { createApiKey(input: { name: "Reader", scopes: [CLASS_READ] }) { key } }';
    const made = await request(world.url).post('/graphql').set({ authorization }).send({ query }).expect(200);
    const { key } = (made.body as { data: { createApiKey: { key: string } } }).data.createApiKey;
    const read = () => get('/schema.graphql').set('authorization', `Bearer ${key}`);
    await read().expect(200);
    await read().expect(200);
    const limited = await read().expect(429);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    expect(firstError(limited.body)).toMatchObject({ extensions: { code: 'RATE_LIMITED' } });
  });

  test('says so when /api cannot be asked who is there', async () => {
    const alone = await startGateway({ url: 'http://127.0.0.1:9' }, { freeOperations: 'staff' });
    await request(alone.url).get('/schema.graphql').expect(401);
    const answer = await request(alone.url).get('/schema.graphql').set('authorization', 'Bearer x').expect(502);
    expect(firstError(answer.body)).toMatchObject({ extensions: { code: 'BAD_GATEWAY' } });
  });

  test('is for everybody where everybody may write operations', async () => {
    const open = await startWorld();
    try {
      const answer = await request(open.url).get('/schema.graphql').expect(200);
      expect(answer.headers['cache-control']).toBe('no-cache');
    } finally {
      await open.close();
    }
  });
});

describe('/openapi.json', () => {
  test('is the document of /api, for signed-in staff and API keys', async () => {
    const refused = await get('/openapi.json').expect(401);
    expect(firstError(refused.body)).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
    const authorization = `Bearer ${await tokenFor(place, 'Teacher')}`;
    const answer = await get('/openapi.json').set({ authorization }).expect(200).expect('content-type', /json/);
    const ofApi = await request(world.apiUrl).get('/api/openapi.json').expect(200);
    expect(answer.body).toEqual(ofApi.body);
  });

  test('says so when /api does not answer', async () => {
    const alone = await startGateway({ url: 'http://127.0.0.1:9' });
    const answer = await request(alone.url).get('/openapi.json').expect(502);
    expect(firstError(answer.body)).toMatchObject({ extensions: { code: 'BAD_GATEWAY' } });
  });
});

describe('/graphql/examples', () => {
  test.each([
    ['en', 'Worked examples'],
    ['ja', '使い方の例'],
  ])('speaks %s, and nothing runs on it', async (language, title) => {
    const page = await get('/graphql/examples').set({ accept: navigation, 'accept-language': language }).expect(200);
    expect(page.text).toContain(`<html lang="${language}">`);
    expect(page.text).toContain(`<h1 id=`);
    expect(page.text).toContain(title);
    expect(page.text).not.toMatch(/<script|<style|style="/);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const etag = page.headers['etag'] ?? '';
    await get('/graphql/examples').set({ 'accept-language': language, 'if-none-match': etag }).expect(304);
  });

  test.each(['en', 'jp'])('leads nowhere that is not there, in %s', async (language) => {
    const page = (await get(`/graphql/examples?lng=${language}`)).text;
    const links = [...page.matchAll(/href="([^"]+)"/g)].map((match) => match[1] ?? '');
    for (const link of links.filter((each) => each.startsWith('#'))) expect(page).toContain(`id="${link.slice(1)}"`);
    const own = links.filter((each) => each.startsWith('/'));
    expect(own.some((link) => link.includes('japanese-font'))).toBe(true);
    for (const link of own) await get(link).set('accept', navigation).expect(200);
  });

  test('has nothing below it', async () => {
    await get('/graphql/examples/more').set('accept', navigation).expect(404);
  });
});

test('the two builds share a folder, and each page names the files of its own build alone', async () => {
  const read = async (file: string) => JSON.parse(await readFile(`dist/web/.vite/${file}`, 'utf8')) as object;
  expect(Object.keys(await read('manifest.json')).filter((key) => /explorer|codemirror/.test(key))).toEqual([]);
  expect(Object.keys(await read('explorer.json'))).toContain('explorer/index.html');
});
