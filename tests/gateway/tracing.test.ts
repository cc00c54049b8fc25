import request from 'supertest';
import { expect, test } from 'vitest';
import { readSettings } from '#gateway/settings.ts';
import { attributeOf, startOtlpReceiver } from './otlp-receiver.ts';
import { json, problem, startStandIn } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
const address = { ip: '192.0.2.1' };

const tracingTo = (endpoint: string) => ({ tracing: readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracing });

test('without a collector the trace of a request is passed on as it came, and a header that is none is not', async () => {
  const api = await startStandIn((_, response) => json(response, address));
  const gateway = await startGateway(api);
  await gateway.graphql('{ visitorAddress }').set({ traceparent, tracestate: 'vendor=1' });
  for (const bad of ['00-0-0-01', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, 'x'.repeat(5_000)])
    await gateway.graphql('{ visitorAddress }').set('traceparent', bad);
  await request(gateway.url).get('/media/a/b.png').set('traceparent', traceparent);
  expect(api.calls.map(({ headers }) => headers.traceparent)).toEqual([
    traceparent,
    undefined,
    undefined,
    undefined,
    traceparent,
  ]);
  expect(api.calls[0]?.headers.tracestate).toBe('vendor=1');
});

test('with a collector, an operation and its calls are spans of the trace that the request brought', async () => {
  const api = await startStandIn((_, response) => json(response, address));
  const receiver = await startOtlpReceiver();
  const gateway = await startGateway(api, tracingTo(receiver.endpoint));
  await gateway.graphql('query Address { visitorAddress }').set({ traceparent, 'x-request-id': 'request-17' });
  await gateway.stop();
  const [operation, call] = ['graphql Address', 'GET /api/ip'].map((name) =>
    receiver.spans.find((span) => span.name === name),
  );
  if (!operation || !call) throw new Error(`these came: ${receiver.spans.map(({ name }) => name).join()}`);
  expect(operation).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
  expect(call).toMatchObject({ traceId, parentSpanId: operation.spanId });
  expect(attributeOf(operation, 'manabook.request_id')).toBe('request-17');
  expect(attributeOf(call, 'url.template')).toBe('/api/ip');
  expect(attributeOf(call, 'http.response.status_code')).toBe(200);
  // What /api does for it belongs below the call.
  expect(api.calls[0]?.headers.traceparent).toBe(`00-${traceId}-${call.spanId}-01`);
  expect(receiver.bodies.join()).toContain('manabook-gateway');
});

test('a failed call is marked, and no span holds an address, a variable or a token', async () => {
  const api = await startStandIn((_, response) => problem(response, 404));
  const receiver = await startOtlpReceiver();
  const gateway = await startGateway(api, tracingTo(receiver.endpoint));
  await gateway
    .graphql('query Units($code: String!) { classUnits(classHashCode: $code) { id } }', { code: 'hash-code-123' })
    .set({ authorization: 'Bearer bearer-token', 'x-refresh-token': 'refresh-token' });
  await gateway.stop();
  const call = receiver.spans.find(({ name }) => name === 'GET /api/Class/units');
  expect(call?.status.code).toBe(2);
  expect(receiver.bodies.join()).not.toMatch(/hash-code-123|bearer-token|refresh-token|127\.0\.0\.1/);
});

test('a collector that is away harms nobody', async () => {
  const api = await startStandIn((_, response) => json(response, address));
  const gateway = await startGateway(api, tracingTo('http://127.0.0.1:9'));
  expect((await gateway.graphql('{ visitorAddress }')).body).toMatchObject({ data: { visitorAddress: address.ip } });
  const start = performance.now();
  await gateway.stop();
  expect(performance.now() - start).toBeLessThan(30_000);
});

test('every refusal carries the id of its request, those before any document is read included', async () => {
  const api = await startStandIn((_, response) => json(response, address));
  const gateway = await startGateway(api);
  const post = () => request(gateway.url).post('/graphql').set('x-request-id', 'request-17');
  const refused = [
    post().type('json').send('{"query'),
    post().type('json').send('[]'),
    post().type('json').send('{"query": 7}'),
    post().type('text').send('{ visitorAddress }'),
    post().type('json').set('accept', 'image/png').send('{"query":"{ visitorAddress }"}'),
    post().send({ query: '{' }),
    post().send({ query: '{ nothing }' }),
    post().send({ query: 'x'.repeat(200_000) }),
    request(gateway.url).get('/graphql').query({ query: '{ visitorAddress }' }).set('x-request-id', 'request-17'),
    request(gateway.url).put('/graphql').set('x-request-id', 'request-17').send({}),
  ];
  for (const answer of refused) {
    const answered = await answer;
    expect(firstError(answered.body), answered.text).toMatchObject({ extensions: { requestId: 'request-17' } });
    expect(answered.headers['x-request-id']).toBe('request-17');
  }
});
