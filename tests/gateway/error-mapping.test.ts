import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { problem, startStandIn } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';

const secret = 'SELECT * FROM users';
const leaks = new RegExp([secret.slice(0, 8), '127\\.0\\.0\\.1', '/api/', 'node_modules', '<html'].join('|'));
const asJson = { 'content-type': 'application/json' };

type Answer = (response: ServerResponse, status: number) => void;

/** What /api itself says. */
const known: Answer = (response, status) =>
  problem(response, status, { detail: 'Words for people', messageKey: 'messages.special' });

/** Said by /api or by a proxy: the status is believed, and nothing else. */
const believed: Record<string, Answer> = {
  'plain JSON': (response, status) =>
    response
      .writeHead(status, asJson)
      .end(JSON.stringify({ title: secret, detail: secret, error: secret, stack: 'at x (/api/x.ts)' })),
  'a problem in an upstream’s words': (response, status) =>
    problem(response, status, { title: `${secret}\n at x`, detail: 'http://127.0.0.1:4001/api/User refused' }),
  empty: (response, status) => response.writeHead(status).end(),
};

/** Not from /api, or not to be read. */
const unreadable: Record<string, Answer> = {
  HTML: (response, status) => response.writeHead(status, { 'content-type': 'text/html' }).end(`<html>${secret}</html>`),
  'a problem called text': (response, status) =>
    response.writeHead(status, { 'content-type': 'text/plain' }).end(JSON.stringify({ detail: secret })),
  'broken JSON': (response, status) => response.writeHead(status, asJson).end('{"title": "ha'),
  'JSON that is no object': (response, status) => response.writeHead(status, asJson).end(`"${secret}"`),
  'garbage called gzip': (response, status) =>
    response.writeHead(status, { ...asJson, 'content-encoding': 'gzip' }).end(Buffer.from([31, 139, 8, 0, 255, 17])),
};

const tooMuch = '17 MB';

/** Never whole. */
const broken: Record<string, Answer> = {
  'cut off': (response, status) => {
    response.writeHead(status, { ...asJson, 'content-length': '1000' });
    response.write(`{"title": "${secret}`, () => response.destroy());
  },
  [tooMuch]: (response, status) => response.writeHead(status, asJson).end(`{"title":"${secret}${large}"}`),
};
const large = ' '.repeat(17 * 1024 * 1024);
/** Of a success, of what is asked wrongly, and of what /api does wrongly. */
const sentTooMuch = new Set([200, 400, 500]);

const answers: Record<string, Answer> = { 'problem+json': known, ...believed, ...unreadable, ...broken };

type ExpectedAnswer = readonly [code: string, status: number, messageKey: string];
const badGateway: ExpectedAnswer = ['BAD_GATEWAY', 502, 'messages.internalError'];
const masked: ExpectedAnswer = ['INTERNAL_SERVER_ERROR', 500, 'messages.internalError'];

const codes: Record<number, ExpectedAnswer> = {
  // With a success, JSON of the wrong outline is as unreadable as no JSON.
  200: badGateway,
  301: badGateway,
  302: badGateway,
  307: badGateway,
  400: ['BAD_USER_INPUT', 400, 'messages.badRequest'],
  401: ['UNAUTHENTICATED', 401, 'messages.unauthorized'],
  403: ['FORBIDDEN', 403, 'messages.forbidden'],
  404: ['NOT_FOUND', 404, 'messages.notFound'],
  405: masked,
  408: masked,
  409: ['CONFLICT', 409, 'messages.checkAndResubmit'],
  410: masked,
  413: ['PAYLOAD_TOO_LARGE', 413, 'messages.fileTooLarge'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 415, 'messages.unsupportedMediaType'],
  416: masked,
  418: masked,
  422: masked,
  429: ['RATE_LIMITED', 429, 'messages.tooManyRequests'],
  431: ['BAD_USER_INPUT', 431, 'messages.badRequest'],
  500: masked,
  501: masked,
  502: badGateway,
  503: ['SERVICE_UNAVAILABLE', 503, 'messages.serviceUnavailable'],
  504: ['UPSTREAM_TIMEOUT', 504, 'messages.upstreamTimeout'],
  507: ['INTERNAL_SERVER_ERROR', 507, 'messages.storageFull'],
};

// A proxy in front of /api says these in words of its own.
const saidByProxies = new Set([413, 429, 431]);
/** Statuses whose problem says itself what is wrong. */
const saysItself = new Set([400, 401, 403, 404, 409, 413, 415, 429, 431, 503]);

function expected(status: number, answer: ExpectedAnswer, kind: string): ExpectedAnswer {
  if (kind in broken) return badGateway;
  if (kind in unreadable && status < 500 && !saidByProxies.has(status)) return badGateway;
  return kind === 'problem+json' && saysItself.has(status) ? [answer[0], answer[1], 'messages.special'] : answer;
}

for (const [status, expectedAnswer] of Object.entries(codes).map(
  ([text, expectedAnswer]) => [Number(text), expectedAnswer] as const,
)) {
  test(`${status} is told by its code whatever the body, with nothing of the inside`, async () => {
    const kinds = Object.keys(answers).filter((kind) => kind !== tooMuch || sentTooMuch.has(status));
    const api = await startStandIn((call, response) => {
      const kind = kinds[Number(new URL(call.path, 'http://api').searchParams.get('query'))];
      answers[kind ?? '']?.(response, status);
    });
    const gateway = await startGateway(api);
    for (const [index, kind] of kinds.entries()) {
      const [code, shown, messageKey] = expected(status, expectedAnswer, kind);
      const answered = await gateway
        .graphql(`{ allTeachers(search: "${index}") { id } }`)
        .set('x-request-id', 'request-17')
        .expect(200);
      const extensions = { code, status: shown, messageKey, requestId: 'request-17' };
      expect(firstError(answered.body), kind).toMatchObject({ extensions });
      expect(answered.text, kind).not.toMatch(leaks);
    }
  });
}
