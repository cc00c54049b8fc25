import { serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import request from 'supertest';
import { startStandIn } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';

const otherSites = 'A GET without a header that only our own pages can set may be another site’s: prevention of CSRF.';

/** The audits that do not apply, by number, with the reason. */
const notApplicable: Readonly<Record<string, string>> = { '5A70': otherSites, D6D5: otherSites, '6A70': otherSites };

async function startAudited(): Promise<string> {
  const { url } = await startGateway(await startStandIn(() => undefined));
  return `${url}/graphql`;
}

/** What the audits find at fault, by number. */
async function failures(url: string, headers: Record<string, string>): Promise<Record<string, string>> {
  const fetchFn = (address: string, init: RequestInit = {}) =>
    fetch(address, { ...init, headers: { ...init.headers, ...headers } });
  const found: Record<string, string> = {};
  for (const audit of serverAudits({ url, fetchFn })) {
    const result = await audit.fn();
    if (result.status !== 'ok') found[audit.id] = `${audit.name}: ${result.reason}`;
  }
  return found;
}

test('as it comes, the suite fails in those audits that do not apply, and in no other', async () => {
  const found = await failures(await startAudited(), {});
  expect(Object.keys(found).sort(), JSON.stringify(found)).toEqual(Object.keys(notApplicable).sort());
});

test('with the header that every client of ours sends, each MUST, SHOULD and MAY passes', async () => {
  expect(await failures(await startAudited(), { 'apollo-require-preflight': 'true' })).toEqual({});
});

test('a document that cannot be run is 200 for whoever asks for application/json by name, and 400 for all others', async () => {
  const url = await startAudited();
  const send = (accept: string, query = '{ nothing }') => request(url).post('').set('accept', accept).send({ query });
  await send('application/json')
    .expect(200)
    .expect('content-type', /^application\/json/);
  await send('application/graphql-response+json')
    .expect(400)
    .expect('content-type', /^application\/graphql-response/);
  await send('application/graphql-response+json, application/json;q=0.9').expect(400);
  await send('*/*')
    .expect(400)
    .expect('content-type', /^application\/json/);
  const limited = await send('application/json', `{ ${'visitorAddress '.repeat(2_000)} }`).expect(400);
  expect(firstError(limited.body)).toMatchObject({ extensions: { code: 'GRAPHQL_PARSE_FAILED' } });
});

test('what is refused before any document is read comes in the type that was asked for', async () => {
  const url = await startAudited();
  for (const type of ['application/json', 'application/graphql-response+json']) {
    const answered = await request(url).post('').set('accept', type).type('json').send('{"query').expect(400);
    expect(answered.headers['content-type']).toBe(`${type}; charset=utf-8`);
  }
});
