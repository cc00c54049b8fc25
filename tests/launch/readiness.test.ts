import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { untilReady } from '#launch/readiness.ts';

let server: Server;
let status = 503;
let url = '';

beforeEach(async () => {
  status = 503;
  server = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`;
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

describe('waiting for a service', () => {
  it('has no end of its own while the process lives, and tells of it again and again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const lines: string[] = [];
    const exited = new Promise<string>(() => {});
    const waiting = untilReady({ name: 'API', url, exited, log: 'api.log', show: (line) => lines.push(line) });
    vi.setSystemTime(Date.now() + 3_600_000);
    await expect.poll(() => lines).toEqual(['The API is not ready after 3600 s. What it waits for is in api.log']);
    vi.setSystemTime(Date.now() + 3_600_000);
    await expect.poll(() => lines).toHaveLength(2);
    status = 200;
    await waiting;
  });

  it('fails when the process ends', async () => {
    const exited = Promise.resolve('has ended with code 1');
    const waiting = untilReady({ name: 'API', url, exited, log: 'api.log', show: () => {} });
    await expect(waiting).rejects.toThrow('The API does not start: it has ended with code 1. Its log is api.log');
  });
});
