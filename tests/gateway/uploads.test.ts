import { Agent, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { UnsecuredJWT } from 'jose';
import { describe, expect, test, vi } from 'vitest';
import { json, problem, startStandIn } from './stand-in.ts';
import { firstError } from './start-gateway.ts';
import {
  beginning,
  boundary,
  end,
  filePart,
  openUpload,
  largest,
  sendForm,
  startListener,
  startUploadGateway,
  textPart,
} from './upload-gateway.ts';

const patiently = { interval: 20, timeout: 60_000 };
const oneFile = (content: string | Buffer) =>
  Buffer.concat([Buffer.from(beginning('image') + filePart('0')), Buffer.from(content), Buffer.from(end)]);

/** Keeps every form it is sent, as the platform reads it. */
async function keepingApi() {
  const forms: FormData[] = [];
  const api = await startListener(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const type = String(request.headers['content-type']);
    const form = await new Response(Buffer.concat(pieces), { headers: { 'content-type': type } }).formData();
    forms.push(form);
    json(response, { size: [...form.values()].reduce((sum, part) => sum + (part instanceof File ? part.size : 0), 0) });
  });
  return { api, forms };
}

const fileOf = (form: FormData | undefined, name: string): File => {
  const file = form?.get(name);
  if (!(file instanceof File)) throw new Error(`no file ${name}`);
  return file;
};

test('fields and files reach /api under the names of its contract, whole', async () => {
  const { api, forms } = await keepingApi();
  const content = Buffer.from([0, 13, 10, 45, 45, 255]);
  const answered = await sendForm(
    await startUploadGateway(api),
    Buffer.concat([Buffer.from(beginning('image') + filePart('0', 'あ \\"x\\".png')), content, Buffer.from(end)]),
  );
  expect(await answered.json()).toMatchObject({ data: { store: content.length } });
  const [form] = forms;
  expect([form?.get('LessionId'), form?.get('Note')]).toEqual(['b', 'c']);
  const file = fileOf(form, 'Image');
  expect(Buffer.from(await file.arrayBuffer())).toEqual(content);
  expect(file.name).toBe('あ "x".png');
});

test('two large files arrive, whichever is asked for first', async () => {
  const { api, forms } = await keepingApi();
  const big = 'x'.repeat(largest);
  const body = beginning('thumbnail', 'image') + filePart('0') + big + '\r\n' + filePart('1') + 'yy' + end;
  expect(await (await sendForm(await startUploadGateway(api), body)).json()).toMatchObject({
    data: { store: largest + 2 },
  });
  expect(fileOf(forms[0], 'Thumbnail').size).toBe(largest);
  expect(fileOf(forms[0], 'Image').size).toBe(2);
});

test('a file is streamed: its beginning is with /api before its end exists', async () => {
  let received = 0;
  const api = await startListener((request, response) => {
    request.on('data', (piece: Buffer) => (received += piece.length));
    request.on('end', () => json(response, { size: received }));
  });
  const client = openUpload(await startUploadGateway(api));
  const answered = new Promise<IncomingMessage>((resolve) => client.on('response', resolve));
  client.write(beginning('image') + filePart('0') + 'x'.repeat(200_000));
  await expect.poll(() => received, patiently).toBeGreaterThan(100_000);
  client.end(`more${end}`);
  expect((await answered).statusCode).toBe(200);
});

describe('a file over its limit', () => {
  test('answers 413 by one byte, and /api never sees an end of the form', async () => {
    const broken = vi.fn();
    const api = await startListener((request) => {
      let text = '';
      request.setEncoding('latin1').on('data', (piece: string) => (text += piece));
      request.on('error', () => void broken(text.endsWith('--\r\n')));
    });
    const lines: string[] = [];
    const gateway = await startUploadGateway(api, undefined, lines);
    const answered = await sendForm(gateway, oneFile('x'.repeat(largest + 1)));
    expect(answered.status).toBe(413);
    expect(firstError(await answered.json())).toMatchObject({
      extensions: { code: 'PAYLOAD_TOO_LARGE', status: 413, fields: { Image: ['messages.fileTooLarge'] } },
    });
    await expect.poll(() => broken.mock.calls, patiently).toEqual([[false]]);
    // The sender is at fault, so the log level is low.
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 30, outcome: 'unsent' }),
    ]);
  });

  test('is none at the limit', async () => {
    const { api } = await keepingApi();
    expect((await sendForm(await startUploadGateway(api), oneFile('x'.repeat(largest)))).status).toBe(200);
  });
});

test.each([
  [
    'of an operation that is refused',
    textPart('operations', '{"query":"{ unknown }","variables":{"a":null}}') + textPart('map', '{"0":["variables.a"]}'),
  ],
  ['over its limit', beginning('image')],
])('a file %s holds up nothing that comes after it on its connection', async (_, start) => {
  const api = await startStandIn((__, response) => json(response, { size: 1 }));
  const url = await startUploadGateway(api);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (type: string, body: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-type': type, 'apollo-require-preflight': 'true' };
      const sent = httpRequest(`${url}/graphql`, { method: 'POST', agent, headers }, (answered) => {
        answered.resume().on('end', () => resolve(answered.statusCode));
      });
      sent.on('error', reject).end(body);
    });
  const big = start + filePart('0') + 'x'.repeat(8_000_000) + end;
  expect(await send(`multipart/form-data; boundary=${boundary}`, big)).toBeGreaterThanOrEqual(400);
  expect(await send('application/json', '{"query":"{ nothing }"}')).toBe(200);
  agent.destroy();
});

test('when the sender goes, the upload to /api ends', async () => {
  const onData = vi.fn();
  const broken = vi.fn();
  const api = await startListener((request) => void request.on('data', onData).on('error', broken));
  const client = openUpload(await startUploadGateway(api)).on('error', () => undefined);
  client.write(beginning('image') + filePart('0') + 'x'.repeat(100_000));
  await expect.poll(() => onData.mock.calls.length, patiently).toBeGreaterThan(0);
  client.destroy();
  await expect.poll(() => broken.mock.calls.length, patiently).toBe(1);
});

test.each([401, 503])('an upload that met %i is not sent again', async (status) => {
  const api = await startStandIn((_, response) => problem(response, status));
  const token = new UnsecuredJWT({}).setExpirationTime('5m').encode();
  const headers = { authorization: `Bearer ${token}`, 'x-refresh-token': 'first' };
  const answered = await sendForm(await startUploadGateway(api), oneFile('x'), headers);
  expect(firstError(await answered.json())).toMatchObject({ extensions: { status } });
  expect(api.calls.map((call) => call.path)).toEqual(['/api/store']);
});

test('a session that has run out is refreshed before the upload starts', async () => {
  const accessToken = new UnsecuredJWT({}).setExpirationTime('5m').encode();
  const pair = { userId: 'u', firstName: 'A', lastName: 'B', role: 'Teacher', accessToken, refreshToken: 'second' };
  const api = await startStandIn((call, response) => json(response, call.path === '/api/store' ? { size: 1 } : pair));
  const old = new UnsecuredJWT({}).setExpirationTime('-1m').encode();
  const headers = { authorization: `Bearer ${old}`, 'x-refresh-token': 'first' };
  const answered = await sendForm(await startUploadGateway(api), oneFile('x'), headers);
  expect(answered.headers.get('x-refresh-token')).toBe('second');
  expect(api.calls.map((call) => [call.path, call.headers.authorization])).toEqual([
    ['/api/Auth/refresh-token', undefined],
    ['/api/store', `Bearer ${accessToken}`],
  ]);
});

test('an upload has its own time, after which it answers UPSTREAM_TIMEOUT', async () => {
  const api = await startListener((request) => void request.resume());
  const answered = await sendForm(await startUploadGateway(api, 300), oneFile('x'));
  expect(firstError(await answered.json())).toMatchObject({ extensions: { code: 'UPSTREAM_TIMEOUT', status: 504 } });
});

describe('a form that is none is refused with 400 before any call', () => {
  const operations =
    '{"query":"mutation ($a: Upload!) { store(lessonId: \\"b\\", image: $a) }","variables":{"a":null}}';
  const map = (paths: string) =>
    textPart('operations', operations) + textPart('map', paths) + filePart('0') + 'x' + end;

  test.each([
    ['nothing', ''],
    ['text', 'nonsense'],
    ['only an end', `--${boundary}--\r\n`],
    ['no map', textPart('operations', operations) + filePart('0') + 'x' + end],
    ['the map first', textPart('map', '{"0":["variables.a"]}') + textPart('operations', operations) + end],
    ['operations that are no JSON', textPart('operations', '{') + end],
    ['a map that is a list', map('[]')],
    ['a map that is null', map('null')],
    ['a path to nowhere', map('{"0":["variables.b"]}')],
    ['a path that is a number', map('{"0":[1]}')],
    ['a header without a colon', textPart('operations', operations) + `--${boundary}\r\nbad header\r\n\r\nx${end}`],
    ['a form that breaks off', textPart('operations', operations)],
    ['more than two files', map('{"0":["variables.a"],"1":["variables.a"],"2":["variables.a"]}')],
  ])('%s', async (_, body) => {
    const api = await startStandIn((__, response) => json(response, {}));
    const url = await startUploadGateway(api);
    const answered = await sendForm(url, body);
    expect([400, 413]).toContain(answered.status);
    expect(firstError(await answered.json())).toMatchObject({ extensions: { status: answered.status } });
    // The process still runs.
    expect((await sendForm(url, body)).status).toBe(answered.status);
    expect(api.calls).toEqual([]);
  });

  test.each(['toString.call', 'variables.toString.call', 'query.trim.call', '__proto__.a', 'variables.a.b'])(
    'a path such as %s, which would change the process itself',
    async (path) => {
      const api = await startStandIn((__, response) => json(response, {}));
      const answered = await sendForm(await startUploadGateway(api), map(JSON.stringify({ 0: [path] })));
      expect(answered.status).toBe(400);
      expect(Object.prototype.toString.call(null)).toBe('[object Null]');
      expect(String.prototype.trim.call(' a ')).toBe('a');
    },
  );

  test('a page of a foreign site, which cannot set the header', async () => {
    const api = await startStandIn((__, response) => json(response, {}));
    const answered = await sendForm(await startUploadGateway(api), oneFile('x'), { 'apollo-require-preflight': '' });
    expect(answered.status).toBe(400);
    expect(api.calls).toEqual([]);
  });
});

test('a form that breaks off inside its file is not passed for a whole one', async () => {
  const broken = vi.fn();
  const api = await startListener((request) => void request.resume().on('error', broken));
  const body = beginning('image') + filePart('0') + 'x'.repeat(100_000);
  const answered = await sendForm(await startUploadGateway(api), body);
  expect(firstError(await answered.json())).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', status: 400 } });
  await expect.poll(() => broken.mock.calls.length, patiently).toBe(1);
});

test('a file given twice is refused, and one that is announced and never sent', async () => {
  const api = await startListener((request) => void request.resume().on('error', () => undefined));
  const url = await startUploadGateway(api);
  const twice = beginning('image').replace('["variables.image"]', '["variables.image","variables.thumbnail"]');
  for (const body of [twice + filePart('0') + 'x' + end, beginning('image', 'thumbnail') + filePart('0') + 'x' + end]) {
    const answered = await sendForm(url, body);
    expect(firstError(await answered.json())).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', status: 400 } });
  }
});
