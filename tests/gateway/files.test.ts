import { get, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import request from 'supertest';
import { expect, test, vi } from 'vitest';
import { json, problem, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';

const file = Buffer.from('0123456789');
const signed = '/media/0193/page%20one.mp3?expires=1&signature=very-secret';

async function audioApi() {
  return startStandIn((call, response) => {
    const headers = {
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      etag: '"one"',
      'x-internal': 'yes',
      'set-cookie': 'a=b',
    };
    if (call.headers['if-none-match'] === '"one"') return response.writeHead(304, { etag: '"one"' }).end();
    if (call.headers.range === 'bytes=99-') return problem(response, 416, {}, { 'content-range': 'bytes */10' });
    if (call.headers.range !== 'bytes=2-4')
      return response.writeHead(200, { ...headers, 'content-length': 10 }).end(file);
    return response
      .writeHead(206, { ...headers, 'content-range': 'bytes 2-4/10', 'content-length': 3 })
      .end(file.subarray(2, 5));
  });
}

test('a file comes whole, from the same path below /api, with headers that keep it from being run', async () => {
  const api = await audioApi();
  const { url } = await startGateway(api);
  const answered = await request(url).get(signed).set('authorization', 'Bearer abc').buffer(true).expect(200);
  expect(answered.body).toEqual(file);
  expect(api.calls[0]).toMatchObject({ method: 'GET', path: `/api${signed}` });
  expect(api.calls[0]?.headers).not.toHaveProperty('authorization');
  expect(answered.headers).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': '10',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(answered.headers).not.toHaveProperty('x-internal');
  expect(answered.headers).not.toHaveProperty('set-cookie');
});

test('a part of a file answers 206 with that part', async () => {
  const { url } = await startGateway(await audioApi());
  const answered = await request(url).get(signed).set('range', 'bytes=2-4').buffer(true).expect(206);
  expect(answered.headers['content-range']).toBe('bytes 2-4/10');
  expect(answered.body).toEqual(Buffer.from('234'));
});

test('a part that is not there answers 416 with the true length', async () => {
  const { url } = await startGateway(await audioApi());
  const answered = await request(url).get(signed).set('range', 'bytes=99-').expect(416);
  expect(answered.headers['content-range']).toBe('bytes */10');
});

test('a file that the browser still has answers 304, and HEAD sends no body', async () => {
  const { url } = await startGateway(await audioApi());
  await request(url).get(signed).set('if-none-match', '"one"').expect(304);
  const head = await request(url).head(signed).expect(200);
  expect(head.headers['content-length']).toBe('10');
});

test.each([403, 404, 410, 500, 503])(
  'a refusal with %i is a problem in JSON, without the words of the inside',
  async (status) => {
    const api = await startStandIn((_, response) => problem(response, status, { instance: '/api/media/secret' }));
    const { url } = await startGateway(api);
    const answered = await request(url)
      .get(signed)
      .expect(status === 500 ? 502 : status);
    expect(answered.type).toBe('application/problem+json');
    expect(answered.text).not.toContain('secret');
  },
);

test('a link that has run out says so, and not only that it is forbidden', async () => {
  const api = await startStandIn((_, response) =>
    problem(response, 403, { messageKey: 'messages.linkExpired', detail: 'inner words' }),
  );
  const { url } = await startGateway(api);
  const answered = await request(url).get('/downloads/codes/1/codes.zip?expires=1').expect(403);
  expect(answered.body).toMatchObject({ status: 403, messageKey: 'messages.linkExpired' });
  expect(answered.text).not.toContain('inner words');
});

test('a download that is made while it is sent keeps its name and is never kept by a browser', async () => {
  const headers = {
    'cache-control': 'private, no-store',
    'content-disposition': 'attachment; filename="codes.zip"',
    'content-type': 'application/zip',
  };
  const api = await startStandIn((_, response) => response.writeHead(200, headers).end(file));
  const { url } = await startGateway(api);
  const answered = await request(url).get('/downloads/codes/1/codes.zip').buffer(true).expect(200);
  expect(answered.headers).toMatchObject(headers);
});

test('only GET and HEAD are passed on', async () => {
  const api = await audioApi();
  const { url } = await startGateway(api);
  await request(url).post(signed).expect(405);
  await request(url).delete('/downloads/1/a.zip').expect(405);
  expect(api.calls).toEqual([]);
});

test.each([
  '/media/../Class',
  '/media/x/..%2fClass',
  '/media/%2e%2e/Class',
  '/media/./x',
  '/downloads//x',
  '/media/a\\..\\b',
])('the path %s reaches nothing else below /api', async (path) => {
  const api = await audioApi();
  const { url } = await startGateway(api);
  // supertest and fetch would normalise the path.
  const { hostname, port } = new URL(url);
  const answered = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ hostname, port, path }, resolve).on('error', reject);
  });
  answered.resume();
  expect(answered.statusCode).toBe(404);
  expect(api.calls).toEqual([]);
});

test('a file is streamed: its beginning arrives before its end exists', async () => {
  let finish = (): void => undefined;
  const api = await startStandIn((_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 10 });
    response.write(file.subarray(0, 5));
    finish = () => response.end(file.subarray(5));
  });
  const { url } = await startGateway(api);
  const answered = await fetch(`${url}/media/1/a.mp4`);
  const reader = answered.body?.getReader();
  expect((await reader?.read())?.value?.byteLength).toBe(5);
  finish();
  expect((await reader?.read())?.value?.byteLength).toBe(5);
});

test('a file that breaks off is never passed for a whole one', async () => {
  const api = await startStandIn((_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 10 });
    response.write(file.subarray(0, 5), () => response.destroy());
  });
  const { url } = await startGateway(api);
  const answered = await fetch(`${url}/media/1/a.mp4`);
  await expect(answered.arrayBuffer()).rejects.toThrow();
});

test('when the listener goes, the stream from /api ends', async () => {
  const ended = vi.fn();
  const api = await startStandIn((_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' }).write(file);
    response.on('close', ended);
  });
  const { url } = await startGateway(api);
  const client = httpRequest(`${url}/downloads/1/a.zip`).on('error', () => undefined);
  client.on('response', () => client.destroy()).end();
  await vi.waitFor(() => expect(ended).toHaveBeenCalled(), 60_000);
});

test('an API that is down answers 502', async () => {
  const { url } = await startGateway({ url: 'http://127.0.0.1:9' });
  await request(url).get(signed).expect(502);
});

test('neither path, name nor signature of a file is logged', async () => {
  const api = await startStandIn((_, response) => json(response, {}));
  const gateway = await startGateway(api);
  await request(gateway.url).get(signed).expect(200);
  await vi.waitFor(() => expect(gateway.lines.join('')).toContain('/media/{id}/{fileName}'), 60_000);
  expect(gateway.lines.join('')).not.toMatch(/very-secret|0193|page/);
});
