import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { arrivalsOf } from '#api/ground/media/scratch.ts';
import { media } from '#api/ground/db/schema.ts';
import { addStaff, tokenOf } from '#tests/api/school.ts';
import { startGatewayProcess, type GatewayProcess } from '#tests/gateway/gateway-process.ts';
import { sendUpload, uploadForm, uploadPicture } from '#tests/gateway/upload-form.ts';
import { type ApiProcess, startApiProcess } from '#tests/support/api-process.ts';
import { picture } from '#tests/support/media-samples.ts';
import { ownWorld } from '#tests/support/world.ts';

const megabyte = 1024 * 1024;

const world = ownWorld({ gateway: false });
let api: ApiProcess;
let gateway: GatewayProcess;
let token: string;

beforeAll(async () => {
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  const { dataDir } = world.services.settings;
  api = await startApiProcess({ DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  gateway = await startGatewayProcess({ API_URL: api.url });
});
afterAll(async () => {
  gateway.child.kill('SIGKILL');
  api.child.kill('SIGKILL');
});

const arrived = () => readdir(arrivalsOf(world.services.settings)).catch(() => []);
const descriptors = async ({ child }: ApiProcess | GatewayProcess) => (await readdir(`/proc/${child.pid}/fd`)).length;
const memory = ({ child }: ApiProcess | GatewayProcess): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;

/** A form of two megabytes as it goes over the wire, and how far into it the file begins. */
async function makeWireForm() {
  const content = Buffer.alloc(2 * megabyte, 7);
  const request = new Request(gateway.url, {
    method: 'POST',
    body: uploadForm({ query: uploadPicture, files: { file: { content } } }),
  });
  const body = Buffer.from(await request.arrayBuffer());
  const head = [
    'POST /graphql HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    'apollo-require-preflight: true',
    `content-type: ${request.headers.get('content-type') ?? ''}`,
    `content-length: ${body.length}`,
  ];
  return { head: `${head.join('\r\n')}\r\n\r\n`, body, fileAt: body.indexOf('filename=') };
}

let wireForm: Awaited<ReturnType<typeof makeWireForm>>;
beforeAll(async () => {
  wireForm = await makeWireForm();
});

/** Sends a form as far as `share` of it, waits until the gateway has taken that, and leaves. */
async function leave(share: number): Promise<void> {
  const { head, body, fileAt } = wireForm;
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(head);
  await new Promise((resolve) => socket.write(body.subarray(0, fileAt + Math.round(share * megabyte)), resolve));
  socket.destroy();
}

// Before the file, in its first bytes, in its middle, and just before the end.
const shares = [-0.0001, 0.001, 0.1, 0.5, 1, 1.9];

// Each leaves three quarters of a megabyte behind on average: were it kept, their memory would be seen.
const rounds = 6;

test('150 uploads whose senders leave take nothing with them: no file, no row, no descriptor, no memory', async () => {
  const round = () => Promise.all(Array.from({ length: 25 }, (_, index) => leave(shares[index % shares.length] ?? 0)));
  for (let warm = 0; warm < 4; warm += 1) await round();
  const quiet = async () => vi.waitFor(async () => expect(await arrived()).toEqual([]), { timeout: 60_000 });
  await quiet();
  const processes = { gateway, api };
  const before = {
    gateway: { descriptors: await descriptors(gateway), memory: memory(gateway) },
    api: { descriptors: await descriptors(api), memory: memory(api) },
  };
  const rows = await world.services.db.$count(media);
  for (let done = 0; done < rounds; done += 1) await round();
  await quiet();
  for (const name of ['gateway', 'api'] as const) {
    await vi.waitFor(
      // One in five of the senders; connections to the database are opened meanwhile.
      async () => expect(await descriptors(processes[name]), name).toBeLessThanOrEqual(before[name].descriptors + 30),
      { timeout: 60_000 },
    );
    expect(memory(processes[name]) - before[name].memory, name).toBeLessThan(60);
  }
  expect(await world.services.db.$count(media)).toBe(rows);
  const files = { file: { content: await picture('png') } };
  expect(await sendUpload(gateway.url, { query: uploadPicture, token, files })).toMatchObject({ status: 200 });
});
