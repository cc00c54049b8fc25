import type { ServerResponse } from 'node:http';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { readSettings } from '#gateway/settings.ts';
import { makeRoot } from './project-root.ts';
import { json, problem, startStandIn, type StandInCall } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';

const code = 'AbCdEf0123456789abcdef';
const navigation = 'text/html,application/xhtml+xml,*/*;q=0.8';

const content = {
  id: '0193a000-0000-7000-8000-000000000001',
  hashCode: code,
  type: 1,
  pageNumber: 12,
  name: 'My house',
  description: '',
  thumbnail: null,
  pageImage: {
    ...{ url: '/media/1/page.png?signature=a&expires=1', width: 800, height: 1000 },
    ...{ phoneUrl: '/media/1/phone/page.webp?signature="b"&expires=1', tabletUrl: '/media/1/tablet/page.webp?s=c' },
  },
  youtubeLink: null,
  wordwallLink: null,
  audio: null,
  unit: { id: '0193a000-0000-7000-8000-000000000002', hashCode: 'unit', number: 2, name: 'Home' },
  textBook: { id: '0193a000-0000-7000-8000-000000000003', hashCode: 'book', name: 'Hello, World! 1' },
  previousHashCode: null,
  nextHashCode: null,
};

type Answer = (call: StandInCall, response: ServerResponse) => unknown;

const showing =
  (changes: object = {}): Answer =>
  ({ path }, response) =>
    json(response, path.includes('/content?') ? { ...content, ...changes } : { opens: null });

/** `patience`: milliseconds that a page waits for /api. */
async function startSite(answer: Answer = showing(), patience = 5_000) {
  const api = await startStandIn(answer);
  const timeouts = { ...readSettings({}).timeouts, page: patience };
  const gateway = await startGateway(api, { root: await makeRoot(), timeouts });
  const get = (path: string) => request(gateway.url).get(path).set('accept', navigation);
  return { api, ...gateway, get };
}

const address = `/student/content/${code}?class=abc`;
const dataOf = (html: string): unknown => {
  const [, text] = /<script type="application\/json" id="answer">(.*?)<\/script>/s.exec(html) ?? [];
  return text === undefined ? undefined : JSON.parse(text);
};
const pictures = (html: string) => html.match(/<link rel="preload" as="image"[^>]*>/g) ?? [];

describe('the page at the address of a content', () => {
  test('has the answer to the app’s first query, the picture of each size of screen, and is stored nowhere', async () => {
    const site = await startSite();
    const { get, api } = site;
    const { text, headers, type } = await get(address).expect(200);
    expect(api.calls.map(({ path }) => path)).toEqual([`/api/Student/content?hashCode=${code}`]);
    const query = `query ($hashCode: String!) { studentContent(hashCode: $hashCode) {
      id hashCode type pageNumber name description
      pageImage { url width height phoneUrl tabletUrl __typename } youtubeLink wordwallLink audio { url __typename }
      unit { id hashCode number name __typename } textBook { id hashCode name __typename }
      previousHashCode nextHashCode __typename } }`;
    const answer = await site.graphql(query, { hashCode: code });
    expect(dataOf(text)).toEqual({ hashCode: code, data: (answer.body as { data: unknown }).data });
    expect(text).toContain(`<html data-shown="${code}"`);
    expect(pictures(text)).toEqual([
      '<link rel="preload" as="image" fetchpriority="high" media="(max-device-width: 599.98px), (max-device-height: 599.98px)" href="/media/1/phone/page.webp?signature=&quot;b&quot;&amp;expires=1">',
      '<link rel="preload" as="image" fetchpriority="high" media="(min-device-width: 599.99px) and (min-device-height: 599.99px)" href="/media/1/tablet/page.webp?s=c">',
    ]);
    expect(type).toBe('text/html');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'accept-ch': 'Sec-CH-UA-Platform-Version' });
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
  });

  test.each(['</script><img src=x onerror=alert(1)>', '<!--<script>', 'a\u2028b\u2029c', '$& $1 \\" 日本'])(
    'holds the name %j as a text, which ends no script',
    async (name) => {
      const { get } = await startSite(showing({ name }));
      const { text } = await get(address).expect(200);
      expect(dataOf(text)).toMatchObject({ data: { studentContent: { name } } });
      expect(text.match(/<script/g)).toHaveLength(1);
      expect(text).not.toMatch(/<img src=x|<!--/);
    },
  );

  test.each([
    ['en', 'Unit 2<span> · </span>Page 12'],
    ['ja', 'ユニット 2<span> · </span>12ページ'],
  ])('shows a page to read before the scripts, in the language %s', async (language, words) => {
    const { get } = await startSite(showing({ name: 'Cats & "dogs"', nextHashCode: 'next' }));
    const { text } = await get(address).set('accept-language', language).expect(200);
    expect(text).toContain(` lang="${language}">`);
    expect(text).toContain(`<h1>Cats &amp; &quot;dogs&quot;</h1><p>${words}</p>`);
    expect(text).toContain('<img src="/media/1/tablet/page.webp?s=c" alt="" width="800" height="1000"');
    expect(text).toContain('srcset="/media/1/phone/page.webp?signature=&quot;b&quot;&amp;expires=1"');
    expect(text.match(/turner-next/g)).toHaveLength(1);
  });

  test.each([
    ['a recording, which asks for a profile first', { type: 6 }, false],
    ['sounds on a picture', { type: 5 }, true],
    ['a page without a picture', { pageImage: null }, true],
  ])('shows nothing before the scripts for %s', async (_, changes, isShown) => {
    const { get } = await startSite(showing(changes));
    const { text } = await get(address).expect(200);
    expect(text).toContain('<div class="student"></div>');
    expect(dataOf(text)).toMatchObject({ hashCode: code, data: { studentContent: {} } });
    expect(text.includes('data-shown')).toBe(isShown);
  });

  test.each([2, 3, 4])('does not hurry the picture below a player (type %i)', async (type) => {
    const { get } = await startSite(showing({ type }));
    const { text } = await get(address).expect(200);
    expect(dataOf(text)).toHaveProperty('data.studentContent.hashCode', code);
    expect(pictures(text)).toEqual([]);
  });

  test('a printed link has its answer only when it leads nowhere else', async () => {
    const stays = await startSite();
    const { text } = await stays.get(`/student/content/${code}`).expect(200);
    expect(dataOf(text)).toMatchObject({ hashCode: code, data: { studentContent: {} } });
    expect(text).toContain('data-shown');
    expect(stays.api.calls).toHaveLength(2);
    const opens = { classHashCode: 'cls', contentHashCode: null, lessonHashCode: null, textBookHashCode: 'book' };
    const leads = await startSite(({ path }, response) =>
      path.includes('/content?') ? json(response, content) : json(response, { opens }),
    );
    const elsewhere = await leads.get(`/student/content/${code}`).expect(200);
    expect(dataOf(elsewhere.text)).toBeUndefined();
    expect(pictures(elsewhere.text)).toEqual([]);
    expect(elsewhere.text).not.toContain('data-shown');
    expect(elsewhere.headers['cache-control']).toBe('no-cache');
  });

  test('an unknown code is an answer too, asked once, so that the miss counts once', async () => {
    const { get, api, lines } = await startSite((_, response) =>
      problem(response, 404, { messageKey: 'messages.printedCodeDeleted' }),
    );
    const { text, headers } = await get(address).expect(200);
    const extensions = { status: 404, messageKey: 'messages.printedCodeDeleted' };
    expect(dataOf(text)).toMatchObject({ hashCode: code, errors: [{ extensions }] });
    expect(api.calls).toHaveLength(1);
    expect(headers['cache-control']).toBe('no-store');
    expect(lines.join('')).not.toContain(code);
  });

  test.each<[string, Answer]>([
    ['refuses', (_, response) => problem(response, 429, {}, { 'retry-after': '60' })],
    ['fails', (_, response) => problem(response, 500)],
    ['is away', (_, response) => response.destroy()],
    ['says nothing', () => undefined],
    ['says something else', (_, response) => json(response, [])],
    ['lacks what is declared', (_, response) => json(response, { id: 1 })],
  ])('comes plain when /api %s', async (_, answer) => {
    const { get, lines } = await startSite(answer, 300);
    const { text, headers } = await get(address).expect(200);
    expect(text).toContain('<title>Manabook for children</title>');
    expect(dataOf(text)).toBeUndefined();
    expect(headers['cache-control']).toBe('no-cache');
    expect(lines.join('')).not.toContain(code);
  });

  test.each([
    ['a preview of staff', `${address}&preview`, {}],
    ['a caller with a token', address, { authorization: 'Bearer abc' }],
    ['what is no code', '/student/content/%3Cb%3E', {}],
    ['an address below', `/student/content/${code}/more`, {}],
    ['another page', '/student/unit-list?book=abc', {}],
  ])('asks /api nothing for %s', async (_, path, headers) => {
    const { get, api } = await startSite();
    await get(path).set(headers).expect(200);
    expect(api.calls).toEqual([]);
  });

  test('HEAD asks /api nothing and has no body', async () => {
    const { url, api } = await startSite();
    const { text, headers } = await request(url).head(address).set('accept', navigation).expect(200);
    expect(text).toBeUndefined();
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    expect(api.calls).toEqual([]);
  });

  test('an address in capitals is the same page', async () => {
    const { get } = await startSite();
    const { text } = await get(`/Student/Content/${code}/?class=abc`).expect(200);
    expect(dataOf(text)).toMatchObject({ hashCode: code });
  });
});

describe('the files that a page names', () => {
  test('are those of its address alone', async () => {
    const { get } = await startSite();
    const page = (await get(address)).text;
    expect(page).toContain('<link rel="modulepreload" crossorigin href="/assets/content-a1.js">');
    expect(page).toContain('<link rel="stylesheet" crossorigin href="/assets/content-a1.css">');
    expect((await get('/Student/Unit-List/')).text).toContain('/assets/units-a1.js');
    for (const path of ['/', '/student', '/student/unit-list', '/student/nowhere'])
      expect((await get(path).expect(200)).text).not.toContain('/assets/content-a1');
  });

  test.each([
    ['en', '/student', {}],
    ['jp', '/student', { 'accept-language': 'ja-JP,ja;q=0.9,en;q=0.8' }],
    ['en', '/student', { 'accept-language': 'ja', cookie: 'a=b; lang=en' }],
    ['jp', '/student', { 'accept-language': 'en', cookie: 'lang=jp' }],
    ['jp', '/student?lng=ja', { 'accept-language': 'en', cookie: 'lang=en' }],
    ['en', '/student', { 'accept-language': 'de-DE' }],
  ])('are the texts in %s at %s with %j', async (language, path, headers) => {
    const { get } = await startSite();
    const { text } = await get(path).set(headers);
    expect(text.match(/\/locales\/\w+\/student\.json\?v=1/g)).toEqual([`/locales/${language}/student.json?v=1`]);
  });

  test.each(['br', 'gzip', 'identity'])('come in a page by %s that is asked for by its ETag', async (encoding) => {
    const { url } = await startSite();
    const get = () =>
      request(url).get('/student/unit-list').set({ accept: navigation, 'accept-encoding': encoding }).buffer(false);
    const { headers } = await get().expect(200);
    expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(headers.vary).toMatch(/accept-language.*accept-encoding/i);
    await get()
      .set('if-none-match', headers.etag ?? '')
      .expect(304);
    await get()
      .set({ 'if-none-match': headers.etag ?? '', 'accept-language': 'ja' })
      .expect(200);
  });
});
