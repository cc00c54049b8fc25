import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { drain } from '#api/ground/http/drain.ts';
import { startEarly } from '#api/ground/http/starting.ts';

test('an answer under way when the API is told to stop ends its connection, so that no client sends on it again', async () => {
  const early = await startEarly({ host: '127.0.0.1', port: 0 }, (its) => Promise.resolve(its));
  const { server, answers, port, open } = early;
  const waiting: ServerResponse[] = [];
  open((_request, response) => void waiting.push(response));
  const agent = new Agent({ keepAlive: true });
  const asked = once(get({ port, host: '127.0.0.1', agent }), 'response');
  await expect.poll(() => waiting.length).toBe(1);
  const life = { ready: true };
  const drained = drain({ server, answers, life });
  expect(life.ready).toBe(false);
  for (const response of waiting) response.end('done');
  const [answer] = (await asked) as [IncomingMessage];
  expect(answer.headers.connection).toBe('close');
  answer.resume();
  await drained;
  expect(answers.size).toBe(0);
});

test('a request that comes while the API starts waits for the start', async () => {
  const { answers, port, server, open } = await startEarly({ host: '127.0.0.1', port: 0 }, (its) =>
    Promise.resolve(its),
  );
  const url = `http://127.0.0.1:${port}`;
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  const posted = fetch(url, { method: 'POST', body: 'as it was sent' });
  await expect.poll(() => answers.size).toBe(1);
  open((request, response) => void request.pipe(response));
  expect(await (await posted).text()).toBe('as it was sent');
  await drain({ server, answers, life: { ready: true } });
});

test('and is refused with 503 when the start takes longer', async () => {
  const { answers, port, server } = await startEarly({ host: '127.0.0.1', port: 0 }, (its) => Promise.resolve(its));
  const { status, headers } = await fetch(`http://127.0.0.1:${port}/api/ip`);
  expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 503, retryAfter: '2' });
  await drain({ server, answers, life: { ready: true } });
});
