import request from 'supertest';
import { expect, test } from 'vitest';
import { freePort } from '#tests/support/ports.ts';
import { startWorld } from '#tests/support/world.ts';

test('requests are measured by their routes on a port of their own, which ends with the API', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const world = await startWorld({ gateway: false, api: { metrics: { port, host: '127.0.0.1' } } });
  try {
    await request(world.apiUrl).get('/api/Student/class-detail?hashCode=secret-hash-code').expect(404);
    await request(world.apiUrl).get('/api/secret-path').expect(404);
    await request(world.apiUrl).get('/metrics').expect(404);
    const { text } = await request(url).get('/metrics').expect(200);
    const count = 'manabook_api_request_duration_seconds_count';
    expect(text).toContain(`${count}{route="GET /api/Student/class-detail",status="404"} 1\n`);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).not.toContain('secret');
    await request(url).get('/healthz').expect(404);
  } finally {
    await world.close();
  }
  await expect(fetch(`${url}/metrics`)).rejects.toThrow();
});
