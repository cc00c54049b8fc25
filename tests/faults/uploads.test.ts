import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { arrivalsOf } from '#api/ground/media/scratch.ts';
import { addStaff, tokenOf } from '#tests/api/school.ts';
import { ownWorld } from '#tests/support/world.ts';

const path = '/api/PushAndListen/upload-audio';
const boundary = 'the-boundary';
const opening = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp3"\r\n\r\n`;
const megabyte = 1024 * 1024;

const world = ownWorld({ gateway: false });
let token: string;

beforeAll(async () => {
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
});

const headers = (length: number) => ({
  authorization: `Bearer ${token}`,
  'content-type': `multipart/form-data; boundary=${boundary}`,
  'content-length': String(length),
});

const arrived = () => readdir(arrivalsOf(world.services.settings)).catch(() => []);
const descriptors = async () => (await readdir('/dev/fd')).length;

/** Says that it sends ten megabytes, sends a part, and leaves. */
async function leaveHalfWay(): Promise<void> {
  const socket = connect(world.services.settings.port || Number(new URL(world.apiUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = Object.entries(headers(10 * megabyte)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${head.join('')}\r\n${opening}`);
  await new Promise((resolve) => socket.write(Buffer.alloc(30_000, 1), resolve));
  await pause(5);
  socket.destroy();
}

test('500 senders who leave half-way leave no file and no descriptor behind', async () => {
  const atOnce = () => Promise.all(Array.from({ length: 25 }, leaveHalfWay));
  // Until the API has as many connections to the database as it will have.
  await atOnce();
  await vi.waitFor(async () => expect(await arrived()).toEqual([]), { timeout: 60_000 });
  const before = await descriptors();
  for (let round = 0; round < 20; round += 1) await atOnce();
  await vi.waitFor(async () => expect(await arrived()).toEqual([]), { timeout: 60_000 });
  // A pool of connections may still have grown; one sender in twenty would leave 25.
  await vi.waitFor(async () => expect(await descriptors()).toBeLessThan(before + 20), { timeout: 60_000 });
});

/** Sends so many bytes as one file, unless it is stopped, and tells the answer's status. */
async function sendBytes(bytes: number): Promise<number | undefined> {
  const sending = httpRequest(`${world.apiUrl}${path}`, { method: 'POST', headers: headers(opening.length + bytes) });
  let over = false;
  const answered = new Promise<number | undefined>((resolve) => {
    sending.on('response', (response) => resolve(response.resume().statusCode));
    sending.on('error', () => resolve(undefined));
  }).finally(() => (over = true));
  sending.write(opening);
  const chunk = Buffer.alloc(256 * 1024, 1);
  for (let sent = 0; sent < bytes && !over; sent += chunk.length)
    if (!sending.write(chunk)) await Promise.race([once(sending, 'drain'), answered]);
  const status = await answered;
  sending.destroy();
  return status;
}

test('20 senders of far too much at once are refused while they send, and take no memory', async () => {
  await sendBytes(11 * megabyte);
  const before = process.memoryUsage().rss;
  let highest = before;
  const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 20);
  const statuses = await Promise.all(Array.from({ length: 20 }, () => sendBytes(60 * megabyte)));
  clearInterval(watch);
  expect(statuses).toEqual(statuses.map(() => 413));
  expect((highest - before) / megabyte).toBeLessThan(200);
  await vi.waitFor(async () => expect(await arrived()).toEqual([]), { timeout: 60_000 });
});

test('a form that ends before its boundary is a bad request', async () => {
  const body = `${opening}some bytes`;
  const answer = await fetch(`${world.apiUrl}${path}`, { method: 'POST', headers: headers(body.length), body });
  expect(answer.status).toBe(400);
  expect(await arrived()).toEqual([]);
});
