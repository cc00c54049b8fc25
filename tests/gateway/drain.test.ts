import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings } from '#gateway/settings.ts';
import { startGatewayProcess } from './gateway-process.ts';
import { json, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';
import type { StandIn } from './stand-in.ts';

// Other suites may be using the machine at the same time.
const patiently = { interval: 20, timeout: 60_000 };

interface Process {
  readonly child: ChildProcess;
  readonly url: string;
  readonly exit: Promise<number | null>;
}

/** The gateway as its own process, as `npm start` runs it; ends with the test. */
async function spawnGateway(api: StandIn): Promise<Process> {
  const { child, url } = await startGatewayProcess({ API_URL: api.url });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, url, exit: once(child, 'exit').then(([code]: (number | null)[]) => code ?? null) };
}

const ask = (url: string) =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ visitorAddress }"}',
  });

/** An /api whose answers wait until they are let go. */
async function slowApi() {
  const waiting: ServerResponse[] = [];
  const api = await startStandIn((call, response) =>
    call.path === '/readyz' ? json(response, {}) : waiting.push(response),
  );
  return { api, waiting };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s: unready at once, what is in flight is finished, exit 0',
  async (signal) => {
    const { api, waiting } = await slowApi();
    const { child, url, exit } = await spawnGateway(api);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const asked = ask(url);
    await expect.poll(() => waiting.length, patiently).toBe(1);
    child.kill(signal);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).text(), patiently).toBe('{"status":"draining"}');
    for (const response of waiting) json(response, { ip: '192.0.2.1' });
    expect(await (await asked).json()).toMatchObject({ data: { visitorAddress: '192.0.2.1' } });
    expect(await exit).toBe(0);
  },
);

test('when the launcher has gone, the gateway ends by itself', async () => {
  const { api } = await slowApi();
  const { child, exit } = await spawnGateway(api);
  child.disconnect();
  expect(await exit).toBe(0);
});

test('a second signal ends it at once', async () => {
  const { api, waiting } = await slowApi();
  const { child, url, exit } = await spawnGateway(api);
  ask(url).catch(() => undefined);
  await expect.poll(() => waiting.length, patiently).toBe(1);
  child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, patiently).toBe(503);
  child.kill('SIGTERM');
  expect(await exit).toBe(1);
});

test('SIGTERM under load resets no connection', async () => {
  const api = await startStandIn((_, response) => json(response, { ip: '192.0.2.1' }));
  const { child, url, exit } = await spawnGateway(api);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const faults: unknown[] = [];
  let answered = 0;
  const client = async (): Promise<void> => {
    for (;;) {
      const outcome = await new Promise<unknown>((resolve) => {
        const headers = { 'apollo-require-preflight': '1' };
        get(`${url}/graphql?query=%7BvisitorAddress%7D`, { agent, headers }, (response) => {
          response
            .resume()
            .on('end', () => resolve(response.statusCode))
            .on('error', resolve);
        }).on('error', resolve);
      });
      if (outcome === 200) answered += 1;
      else {
        if (!(outcome instanceof Error && 'code' in outcome && outcome.code === 'ECONNREFUSED')) faults.push(outcome);
        return;
      }
    }
  };
  const clients = Array.from({ length: 8 }, client);
  await expect.poll(() => answered, patiently).toBeGreaterThan(50);
  child.kill('SIGTERM');
  await Promise.all(clients);
  expect(faults).toEqual([]);
  expect(await exit).toBe(0);
});

test('an answer that never ends holds the end up for the drain’s time and no longer', async () => {
  const { api, waiting } = await slowApi();
  const { timeouts } = readSettings({});
  const gateway = await startGateway(api, { timeouts: { ...timeouts, drain: 1_000 } });
  const asked = ask(gateway.url).then(
    () => 'answered',
    () => 'cut off',
  );
  await expect.poll(() => waiting.length, patiently).toBe(1);
  await gateway.stop();
  expect(await asked).toBe('cut off');
  expect(gateway.server.listening).toBe(false);
});
