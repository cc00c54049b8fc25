import '#tests/support/dom.ts';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { describe, expect, test } from 'vitest';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { isRefusal } from '#web/staff/platform/apollo/staff-session.ts';

const told = (code: string, status: number, more: object = {}) => ({
  message: 'Words',
  extensions: { code, status, messageKey: 'messages.special', ...more },
});
/** An answer that the client judges by its status alone. */
const answer = (status: number, bodyText: string) =>
  new ServerError('no', { response: new Response(bodyText, { status }), bodyText });
const combined = (error: ReturnType<typeof told>) => new CombinedGraphQLErrors({ errors: [error] });

describe('a renewal that failed', () => {
  test.each([
    ['"invalid or expired", said with 200', combined(told('UNAUTHENTICATED', 401))],
    ['"invalid or expired", said with 401', answer(401, JSON.stringify({ errors: [told('UNAUTHENTICATED', 401)] }))],
    ['a token that never was one', combined(told('BAD_USER_INPUT', 400, { fields: { refreshToken: ['messages.x'] } }))],
  ])('signs out: %s', (_, error) => {
    expect(isRefusal(problemOf(error))).toBe(true);
  });

  test.each([
    ['a school’s filter', answer(403, '<html>Blocked</html>')],
    ['a proxy that wants a password of its own', answer(401, '<html>')],
    ['a page older than its server', answer(400, JSON.stringify({ errors: [told('PERSISTED_QUERY_NOT_FOUND', 400)] }))],
    ['a server that ends', answer(503, JSON.stringify({ errors: [told('SERVICE_UNAVAILABLE', 503)] }))],
    ['an /api that is down', combined(told('BAD_GATEWAY', 502))],
    ['an /api that is slow', combined(told('UPSTREAM_TIMEOUT', 504))],
    ['too many at once', combined(told('RATE_LIMITED', 429))],
    ['no network', new TypeError('Failed to fetch')],
    ['a time that ran out', new DOMException('late', 'TimeoutError')],
  ])('does not sign out: %s', (_, error) => {
    expect(isRefusal(problemOf(error))).toBe(false);
  });
});

test('what the gateway says with a status of its own reaches the screen in its words', () => {
  const limited = JSON.stringify({ errors: [told('RATE_LIMITED', 429, { retryAfter: 7 })] });
  expect(problemOf(answer(429, limited))).toMatchObject({
    status: 429,
    code: 'RATE_LIMITED',
    messageKey: 'messages.special',
    retryAfter: 7,
  });
  // A status that nobody expects keeps its number.
  for (const status of [413, 418, 507])
    expect(problemOf(answer(status, '<html>'))).toMatchObject({ status, messageKey: undefined });
});
