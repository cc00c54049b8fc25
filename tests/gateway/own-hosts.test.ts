import { expect, test } from 'vitest';
import request from 'supertest';
import { json, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';

const publicUrl = 'https://books.school.example';
const api = () => startStandIn((_, response) => json(response, { ip: '192.0.2.1' }));

async function statusOf(url: string, host: string, path = '/ip'): Promise<number> {
  return (await request(url).get(path).set('host', host)).status;
}

test('a request for another’s name is refused and never reaches /api, and the log says once by which name', async () => {
  const standIn = await api();
  const gateway = await startGateway(standIn, { publicUrl, allowedHosts: ['old.school.example'] });
  for (const host of [
    'evil.example',
    'evil.example:4000',
    'books.school.example.evil.example',
    'x.books.school.example',
  ])
    expect([host, await statusOf(gateway.url, host)]).toEqual([host, 421]);
  const refused = await request(gateway.url).get('/ip').set('host', 'evil.example');
  expect(refused.type).toBe('application/problem+json');
  expect(refused.body).toMatchObject({ status: 421, messageKey: 'messages.badRequest' });
  const posted = await request(gateway.url)
    .post('/graphql')
    .set('host', 'evil.example')
    .send({ query: '{ visitorAddress }' });
  expect(posted.status).toBe(421);
  expect(standIn.calls).toEqual([]);
  expect(gateway.lines.filter((line) => line.includes('"evil.example"'))).toHaveLength(1);
});

test('one for our names, for numbers, and for names of the network inside is answered', async () => {
  const gateway = await startGateway(await api(), { publicUrl, allowedHosts: ['old.school.example'] });
  for (const host of [
    'books.school.example',
    'BOOKS.school.example.:443',
    'old.school.example:4000',
    '127.0.0.1:4000',
    '192.168.1.20:4000',
    '[::1]:4000',
    'localhost:4000',
    'gateway:4000',
  ])
    expect([host, await statusOf(gateway.url, host)]).toEqual([host, 200]);
});

test('probes are answered by whatever name they ask', async () => {
  const gateway = await startGateway(await api(), { publicUrl });
  for (const path of ['/healthz', '/readyz'])
    expect([path, await statusOf(gateway.url, 'probe.example', path)]).toEqual([path, 200]);
  expect(await statusOf(gateway.url, 'probe.example', '/healthz/../ip')).toBe(421);
});

test('any name is taken while the school has no address but this machine’s', async () => {
  const gateway = await startGateway(await api(), { publicUrl: 'http://localhost:4000' });
  expect(await statusOf(gateway.url, 'teachers-laptop.local:4000')).toBe(200);
});
