import request from 'supertest';
import { expect, test } from 'vitest';
import { json, problem, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';

test('an unknown code is asked of /api once in a while, however often tablets come, and may open something later', async () => {
  let isUnknown = true;
  const api = await startStandIn((_, response) =>
    isUnknown ? problem(response, 404, { messageKey: 'messages.notFound' }) : json(response, { session: null }),
  );
  const pace = 200;
  const { url } = await startGateway(api, { board: { pace, heartbeat: 40, stream: 60_000 } });
  const page = () =>
    request(url).get('/board-page').set('x-class', 'kPz3vWq8Lr2NxYt6BcDf0A').set('accept', 'application/json');
  const from = Date.now();
  const statuses = new Set<number>();
  while (Date.now() - from < 3 * pace) statuses.add((await page()).status);
  expect([...statuses]).toEqual([404]);
  // Five paces for one answer; one more where the machine was slow.
  expect(api.calls.length).toBeLessThanOrEqual(Math.ceil((Date.now() - from) / (5 * pace)));
  isUnknown = false;
  await expect.poll(async () => (await page()).status).toBe(200);
});
