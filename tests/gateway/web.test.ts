import { appendFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { localesVersion } from '#web/build/locales-version.ts';
import { json, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';
import { makeRoot } from './project-root.ts';

const navigation = 'text/html,application/xhtml+xml,*/*;q=0.8';
const forEver = 'public, max-age=31536000, immutable';

async function startSite() {
  const root = await makeRoot();
  const api = await startStandIn((_, response) => json(response, {}));
  return { root, ...(await startGateway(api, { root })) };
}

describe('the web app', () => {
  test.each([
    ['/', 'Manabook for children'],
    ['/Student', 'Manabook for children'],
    ['/student/class/aB-_9', 'Manabook for children'],
    ['/login', 'Manabook'],
    ['/classes/0193', 'Manabook'],
    ['/students', 'Manabook'],
  ])('%s answers the page of “%s”, to be asked for anew each time', async (path, title) => {
    const { url } = await startSite();
    const answered = await request(url).get(path).set('accept', navigation).expect(200);
    expect(answered.type).toBe('text/html');
    expect(answered.text).toContain(`<title>${title}</title>`);
    expect(answered.headers['cache-control']).toBe('no-cache');
  });

  test('the page, and no other file, asks for the hint that tells Windows 11 from 10', async () => {
    const { url } = await startSite();
    const page = await request(url).get('/login').set('accept', navigation);
    expect(page.headers['accept-ch']).toBe('Sec-CH-UA-Platform-Version');
    const script = await request(url).get('/assets/main-a1b2c3.js').buffer(false);
    expect(script.headers).not.toHaveProperty('accept-ch');
  });

  test('the page is asked for by its ETag', async () => {
    const { url } = await startSite();
    const first = await request(url).get('/login').set('accept', navigation);
    await request(url)
      .get('/login')
      .set('accept', navigation)
      .set('if-none-match', first.headers.etag ?? '')
      .expect(304);
  });

  test.each(['br', 'gzip'])(
    'files come compressed by %s beforehand, those with a hash in their name for ever',
    async (encoding) => {
      const { url } = await startSite();
      const answered = await request(url)
        .get('/assets/main-a1b2c3.js')
        .set('accept-encoding', encoding)
        .buffer(false)
        .expect(200);
      expect(answered.headers).toMatchObject({
        'content-encoding': encoding,
        'cache-control': forEver,
        vary: 'Accept-Encoding',
      });
      expect(answered.headers['content-type']).toMatch(/^text\/javascript/);
      // Headers of pages are omitted for files, where they are useless.
      expect(answered.headers).toMatchObject({
        'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
      });
      expect(answered.headers).not.toHaveProperty('permissions-policy');
      const icon = await request(url).get('/favicon.svg').expect(200);
      expect(icon.headers['cache-control']).toBe('no-cache');
    },
  );

  test.each([
    '/assets/gone-ffffff.js',
    '/gone.png',
    '/.env',
    '/../package.json',
    '/assets/',
    '/api/Class',
    '/media',
    '/locales',
  ])('%s, which is no file and no page, answers 404 and never the page', async (path) => {
    const { url } = await startSite();
    const answered = await request(url).get(path).set('accept', navigation).expect(404);
    expect(answered.type).toBe('application/problem+json');
  });

  test('a script that asks for JSON gets no page', async () => {
    const { url } = await startSite();
    await request(url).get('/nowhere').set('accept', 'application/json').expect(404);
    await request(url).post('/login').set('accept', navigation).expect(404);
  });

  test("children's pages are not for search engines", async () => {
    const { url } = await startSite();
    const answered = await request(url).get('/student/community/list').set('accept', navigation).expect(200);
    expect(answered.headers['x-robots-tag']).toBe('noindex, nofollow');
    expect((await request(url).get('/login').set('accept', navigation)).headers).not.toHaveProperty('x-robots-tag');
  });

  test('a file that is gone breaks its own answer and no more', async () => {
    const { root, url } = await startSite();
    await rm(join(root, 'dist/web/assets/main-a1b2c3.js.br'));
    const script = () => request(url).get('/assets/main-a1b2c3.js').buffer(false);
    await expect(script().set('accept-encoding', 'br')).rejects.toThrow('socket hang up');
    await script().set('accept-encoding', 'gzip').expect(200);
    await request(url).get('/healthz').expect(200);
  });

  test('the files of another build are sent from when it takes the place of the former', async () => {
    const { root, url } = await startSite();
    const other = await makeRoot();
    const page = '<!doctype html><title>Manabook</title><p>A longer page than before';
    await writeFile(join(other, 'dist/web/index.html'), page);
    await rename(join(other, 'dist/web/assets/main-a1b2c3.js'), join(other, 'dist/web/assets/main-d4e5f6.js'));
    await utimes(join(other, 'dist/web'), new Date(), new Date('2040-01-01'));
    await rm(join(root, 'dist/web'), { recursive: true });
    await request(url)
      .get('/favicon.svg')
      .set('accept-encoding', 'identity')
      .catch(() => undefined);
    await rename(join(other, 'dist/web'), join(root, 'dist/web'));
    const get = (path: string) => request(url).get(path).set({ accept: navigation, 'accept-encoding': 'identity' });
    expect((await get('/login').expect(200)).text).toBe(page);
    await get('/assets/main-d4e5f6.js').buffer(false).expect(200);
    await get('/assets/main-a1b2c3.js').expect(404);
  });

  test('before the first build the gateway stands all the same', async () => {
    const api = await startStandIn((_, response) => json(response, {}));
    const { url } = await startGateway(api, { root: await makeRoot({ built: false }) });
    await request(url).get('/healthz').expect(200);
    await request(url).get('/login').set('accept', navigation).expect(404);
  });
});

describe('the words', () => {
  test('come as JSON, kept for ever under a version and asked for anew without one', async () => {
    const { url } = await startSite();
    const versioned = await request(url).get(`/locales/en/messages.json?v=${localesVersion()}`).expect(200);
    expect(versioned.headers['cache-control']).toBe(forEver);
    expect(versioned.body).toHaveProperty('emailRequire');
    for (const v of ['never-built', '', 'a&v=b']) {
      const other = await request(url).get(`/locales/en/messages.json?v=${v}`).expect(200);
      expect(other.headers['cache-control']).toBe('no-cache');
    }
    const plain = await request(url).get('/locales/jp/messages.json').expect(200);
    expect(plain.headers['cache-control']).toBe('no-cache');
    await request(url)
      .get('/locales/jp/messages.json')
      .set('if-none-match', plain.headers.etag ?? '')
      .expect(304);
  });

  test.each(['br', 'gzip'])('come compressed by %s', async (encoding) => {
    const { url } = await startSite();
    const answered = await request(url).get('/locales/jp/messages.json').set('accept-encoding', encoding).buffer(false);
    expect(answered.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
  });

  test('that change on the disk change in the answer', async () => {
    const { root, url } = await startSite();
    const built = `/locales/en/messages.json?v=${localesVersion()}`;
    const first = await request(url).get(built);
    expect(first.headers['cache-control']).toBe(forEver);
    await appendFile(join(root, 'locales/en/messages.json'), '\n');
    const second = await request(url)
      .get('/locales/en/messages.json')
      .set('if-none-match', first.headers.etag ?? '');
    expect(second.status).toBe(200);
    expect(second.headers.etag).not.toBe(first.headers.etag);
    // The texts are no longer of that version.
    expect((await request(url).get(built)).headers['cache-control']).toBe('no-cache');
  });

  test.each([
    '/locales/en/nothing.json',
    '/locales/de/messages.json',
    '/locales/en/..%2f..%2fpackage.json',
    '/locales/add/en/messages',
    '/locales/en',
  ])('%s answers 404 in JSON', async (path) => {
    const { url } = await startSite();
    expect((await request(url).get(path).expect(404)).type).toBe('application/problem+json');
  });
});
