import request from 'supertest';
import { expect, test } from 'vitest';
import { json, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';

const teacher = (index: number) => ({
  id: `0193f0aa-0000-7000-8000-${String(index).padStart(12, '0')}`,
  firstName: `Hanako ${index}`,
  lastName: '田中',
  status: 1,
});

/** A gateway whose list of teachers has so many rows. */
async function listing(rows: number) {
  const teachers = Array.from({ length: rows }, (_, index) => teacher(index));
  const { url } = await startGateway(await startStandIn((_, response) => json(response, teachers)));
  return (encoding: string) =>
    request(url)
      .post('/graphql')
      .set('accept-encoding', encoding)
      .send({ query: '{ allTeachers { id firstName lastName } }' })
      .expect(200);
}

test.each(['br', 'gzip'])('a long answer comes in %s for who asks for it, the same when unpacked', async (encoding) => {
  const list = await listing(100);
  const plain = await list('identity');
  const packed = await list(encoding);
  expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
  expect(Number(packed.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 3);
  expect(packed.body).toEqual(plain.body);
});

test('a very long one is packed beside the requests of others', async () => {
  const list = await listing(1_000);
  expect((await list('br, gzip')).body).toEqual((await list('identity')).body);
});

test('a short one, and any for who does not ask, comes as it is', async () => {
  expect((await (await listing(2))('gzip')).headers).not.toHaveProperty('content-encoding');
  const list = await listing(100);
  for (const encoding of ['identity', 'br;q=0, gzip;q=0', 'zstd'])
    expect((await list(encoding)).headers, encoding).not.toHaveProperty('content-encoding');
});
