import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { Transform } from 'node:stream';
import request from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { createBoardPages } from '#gateway/board/board-pages.ts';
import { createUpstream } from '#gateway/rest/upstream.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { at, boardApi, classCode, listen, shownAt, versionsIn } from './board-streams.ts';
import { startGatewayProcess } from './gateway-process.ts';
import { json, problem, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';

const board = { pace: 20, heartbeat: 40, stream: 60_000 };
/** After so many looks of the proxy, one every 20 ms, what says nothing is closed. */
const silentLooks = 20;

/**
 * A proxy that lets every chunk wait, and closes what has been silent for 400 ms. It counts looks and asks no clock: a pause
 * of this process, in which nobody else can speak either, is one look however long it is.
 */
async function slowProxy(to: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const onward = ask(`${to}${incoming.url}`, { headers: incoming.headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      const late = new Transform({ transform: (chunk, _, done) => void setTimeout(() => done(null, chunk), 60) });
      answer.pipe(late).pipe(outgoing);
      let silent = 0;
      answer.on('data', () => (silent = 0));
      const looks = setInterval(() => (silent += 1) > silentLooks && answer.destroy(), 20);
      answer.on('close', () => {
        clearInterval(looks);
        outgoing.destroy();
      });
    });
    outgoing.on('close', () => onward.destroy());
    onward.on('error', () => outgoing.destroy()).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

const soon = { interval: 20 };

test('forty tablets of one address hear of a page, and /api is asked once for all of them', async () => {
  const { api, shown, asked } = await boardApi();
  const { url } = await startGateway(api, { board: { ...board, pace: 200 } });
  const tablets = await Promise.all(Array.from({ length: 40 }, (_, child) => listen(url, { token: `of-${child}` })));
  expect(new Set(tablets.map(({ response }) => response.statusCode))).toEqual(new Set([200]));
  await expect.poll(() => tablets[0]?.heard.text, soon).toContain('"contentType":"RECORD"');
  const before = [asked('/api/Student/board-page'), Date.now()] as const;
  shown.session = at(2);
  await expect.poll(() => tablets.every(({ heard }) => versionsIn(heard.text).at(-1) === 2), soon).toBe(true);
  const paces = Math.ceil((Date.now() - before[1]) / 200);
  expect(asked('/api/Student/board-page') - before[0]).toBeLessThanOrEqual(paces + 1);
  shown.session = null;
  await expect.poll(() => tablets.every(({ heard }) => heard.text.includes('"session":null')), soon).toBe(true);
});

test('a stream comes through a slow proxy that closes silent connections, unbuffered and never stored', async () => {
  const { api, shown } = await boardApi();
  const { url } = await startGateway(api, { board });
  const { response, heard } = await listen(await slowProxy(url));
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  // Heartbeats for longer than the proxy's idle limit: there is at least one look between two of them.
  await expect.poll(() => heard.isOver || heard.text.split(': \n\n').length > silentLooks + 2, soon).toBe(true);
  expect([heard.isOver, versionsIn(heard.text)]).toEqual([false, [1]]);
  shown.session = at(2);
  await expect.poll(() => versionsIn(heard.text), soon).toEqual([1, 2]);
});

test('a tablet that comes back is told what it missed, and nothing that it knows', async () => {
  const { api, shown } = await boardApi();
  const { url } = await startGateway(api, { board });
  const knows = await listen(url, { lastEventId: '0197-session.1' });
  await expect.poll(() => knows.heard.text, soon).toContain(': ');
  expect(versionsIn(knows.heard.text)).toEqual([]);
  knows.close();
  shown.session = at(3);
  const missed = await listen(url, { lastEventId: '0197-session.1' });
  await expect.poll(() => missed.heard.text, soon).toMatch(/^id: 0197-session\.3\nevent: page\ndata: \{"session":/);
});

test('a stream ends after its time, and when the class’s code opens nothing any more', async () => {
  const { api, shown } = await boardApi();
  const short = await startGateway(api, { board: { ...board, stream: 100 } });
  const first = await listen(short.url);
  await expect.poll(() => first.heard.isOver, soon).toBe(true);
  const { url } = await startGateway(api, { board });
  const second = await listen(url);
  shown.isUnknown = true;
  await expect.poll(() => second.heard.isOver, soon).toBe(true);
});

test.each([401, 403, 404])(
  'a stream ends when /api answers %i to its child, and others of the class go on',
  async (status) => {
    const { api, refused, shown, asked } = await boardApi();
    const { url } = await startGateway(api, { board });
    const [removed, kept] = [await listen(url, { token: 'removed' }), await listen(url)];
    const before = asked('/api/Student/board?');
    await expect.poll(() => asked('/api/Student/board?'), soon).toBeGreaterThanOrEqual(before + 4);
    refused.set('Bearer removed', 503);
    await expect.poll(() => asked('/api/Student/board?'), soon).toBeGreaterThanOrEqual(before + 8);
    expect(removed.heard.isOver).toBe(false);
    refused.set('Bearer removed', status);
    await expect.poll(() => removed.heard.isOver, soon).toBe(true);
    shown.session = at(2);
    await expect.poll(() => versionsIn(kept.heard.text), soon).toEqual([1, 2]);
    expect(versionsIn(removed.heard.text)).toEqual([1]);
  },
);

test('only a child may listen, with a few tablets; neither token nor code is logged', async () => {
  const { api } = await boardApi();
  const { url, lines } = await startGateway(api, { board });
  expect((await listen(url, { token: 'wrong' })).response.statusCode).toBe(401);
  const streams = [];
  for (let count = 0; count < 5; count += 1) streams.push(await listen(url, { token: 'one-secret-token' }));
  expect(streams.map(({ response }) => response.statusCode)).toEqual([200, 200, 200, 200, 429]);
  streams[0]?.close();
  await expect.poll(async () => (await listen(url, { token: 'one-secret-token' })).response.statusCode, soon).toBe(200);
  expect(lines.join('\n')).not.toMatch(new RegExp(`one-secret-token|${classCode}`));
});

test('the page is JSON too, asked of /api once for many, and unknown codes have the problem of /api', async () => {
  const { api, shown, asked } = await boardApi();
  const { url } = await startGateway(api, { board: { ...board, pace: 60_000 } });
  const page = () => request(url).get('/board-page').set('x-class', classCode).set('accept', 'application/json');
  const answers = await Promise.all([page(), page(), page()]);
  expect(answers.map(({ body }) => body as unknown)).toEqual(Array(3).fill({ session: shownAt(1) }));
  expect(asked('/api/Student/board-page')).toBe(1);
  const own = await page().set('authorization', 'Bearer a-token');
  expect(own.body).toEqual({ session: shownAt(1), isFollowing: true });
  shown.isUnknown = true;
  const other = request(url).get('/board-page').set('x-class', 'another').set('accept', 'application/json');
  await other.expect(404).expect('content-type', /problem\+json/);
  await request(url).get('/board-page').set('accept', 'application/json').expect(404);
});

/** Board pages with a stand-in of /api. While `held.answers` is set, it collects the answers about the class. */
async function boardPages() {
  const held: { answers?: (() => void)[]; isUnknown?: boolean; version: number } = { version: 1 };
  const api = await startStandIn(({ path }, response) => {
    const isOther = path.endsWith('another');
    const answer = () =>
      held.isUnknown && !isOther
        ? problem(response, 404, { messageKey: 'messages.notFound' })
        : json(response, { session: at(isOther ? 1 : held.version) });
    if (held.answers && !isOther) held.answers.push(answer);
    else answer();
  });
  const timeouts = { connect: 2_000, call: 60_000, upload: 60_000 };
  const upstream = createUpstream({ apiUrl: api.url, timeouts });
  onTestFinished(() => upstream.close());
  const pages = createBoardPages(upstream, { pace: board.pace, timeout: 60_000 });
  const nothing = { userAgent: undefined, authorization: undefined, refreshToken: undefined };
  const caller = { ...nothing, requestId: 'of-a-tablet', address: '192.0.2.1' };
  const watch = (classHashCode: string) => {
    let leave = (): void => undefined;
    const page = new Promise<unknown>((onPage, onGone) => {
      const session = { ...at(1), contentType: ContentType.RECORD };
      leave = pages.watch({ classHashCode, session, caller }, { onPage, onGone: () => onGone(new Error('gone')) });
    });
    onTestFinished(leave);
    return { page, leave };
  };
  const asked = (code: string) => api.calls.filter(({ path }) => path.endsWith(code)).length;
  return { held, watch, asked };
}

test('nothing is asked of /api after the last stream, also where streams changed during a request', async () => {
  const { held, watch, asked } = await boardPages();
  const answers: (() => void)[] = (held.answers = []);
  const paces = async (count: number) => {
    const before = asked('another');
    await expect.poll(() => asked('another'), soon).toBeGreaterThanOrEqual(before + count);
  };
  watch('another');
  const first = watch(classCode);
  await expect.poll(() => answers.length, soon).toBe(1);
  first.leave();
  const second = watch(classCode);
  answers[0]?.();
  // The next answer waits until the first stream's requests would have gone on.
  await expect.poll(() => answers.length, soon).toBe(2);
  await paces(2);
  held.version = 2;
  for (const answer of answers.slice(1)) answer();
  held.answers = undefined;
  expect(await second.page).toMatchObject({ version: 2 });
  second.leave();
  const before = asked(classCode);
  await paces(4);
  expect(asked(classCode)).toBe(before);
});

test('a stream that opens after a code was unknown hears of pages, also while the earlier streams still close', async () => {
  const { held, watch } = await boardPages();
  held.isUnknown = true;
  await expect(watch(classCode).page).rejects.toThrow('gone');
  held.isUnknown = false;
  held.version = 2;
  expect(await watch(classCode).page).toMatchObject({ version: 2 });
});

test('a gateway that ends lets its streams go at once', async () => {
  const { api } = await boardApi();
  const { child, url } = await startGatewayProcess({ API_URL: api.url });
  onTestFinished(() => void child.kill('SIGKILL'));
  const tablets = await Promise.all(Array.from({ length: 5 }, (_, at) => listen(url, { token: `of-${at}` })));
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await expect.poll(() => tablets.every(({ heard }) => heard.isOver), soon).toBe(true);
  expect((await exit)[0]).toBe(0);
});
