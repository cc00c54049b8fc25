import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { ownWorld } from '#tests/support/world.ts';

const connections = 2;
const path = '/api/Student/get-textbook-hash-code?shortCode=HELLO1';

const world = ownWorld({ gateway: false, api: { databasePool: connections } });

describe('an API whose database connections are all taken', () => {
  it('asks to come back, still says that it lives, and serves again when one is free', async () => {
    const { pool } = world.services;
    const taken = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
    const [refused, alive] = await Promise.all([
      request(world.apiUrl).get(path),
      request(world.apiUrl).get('/healthz'),
    ]);
    expect(alive.status).toBe(200);
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({ status: 503, messageKey: 'messages.serviceUnavailable' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (const client of taken) client.release();
    await request(world.apiUrl).get(path).expect(200);
  });
});
