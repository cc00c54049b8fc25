import '#tests/support/dom.ts';
import { ApolloClient, ApolloLink, InMemoryCache, gql } from '@apollo/client';
import { of } from 'rxjs';
import { beforeEach, expect, test, vi } from 'vitest';
import { createSessionLink } from '#web/staff/platform/apollo/session-link.ts';
import { setLoginInfo } from '#web/staff/platform/session/login-info.ts';

const query = gql`
  query Codes {
    newClassCode
  }
`;
const refused = { errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED', status: 401 } }] };
const answered = { data: { newClassCode: 'ABCD' } };

function signIn(refreshToken: string): void {
  setLoginInfo({ firstName: 'E', lastName: 'B', role: 'Teacher', accessToken: `a-${refreshToken}`, refreshToken });
}

/** Signs in with an access token of ten minutes that has so many seconds left. */
function signInFor(secondsLeft: number): void {
  const accessToken = `e30.${Buffer.from('{"iat":1000,"exp":1600}').toString('base64url')}.signature`;
  const receivedAt = Date.now() - (600 - secondsLeft) * 1000;
  setLoginInfo({ firstName: 'E', lastName: 'B', role: 'Teacher', accessToken, refreshToken: 'r1', receivedAt });
}

/** The end of the link chain: answers by the received pair and records requests. */
function network(accepted: string) {
  const seen: (string | undefined)[] = [];
  const link = new ApolloLink((operation) => {
    const { headers } = operation.getContext() as { headers?: Record<string, string> };
    seen.push(headers?.['x-refresh-token']);
    return of(headers?.['authorization'] === `Bearer a-${accepted}` ? answered : refused);
  });
  return { link, seen };
}

const ensure = () => Promise.resolve(true);

beforeEach(() => {
  window.localStorage.clear();
  signIn('r1');
});

test('an operation refused as unauthenticated is carried out again after a renewal, with the new pair', async () => {
  const { link, seen } = network('r2');
  const renew = vi.fn(() => {
    signIn('r2');
    return Promise.resolve('renewed' as const);
  });
  const client = new ApolloClient({
    link: createSessionLink({ renew, ensure }).concat(link),
    cache: new InMemoryCache(),
  });
  const { data } = await client.query({ query });
  expect(data).toMatchObject({ newClassCode: 'ABCD' });
  expect(seen).toEqual(['r1', 'r2']);
});

test('it is carried out again once only, and not at all after a refusal', async () => {
  for (const [outcome, sent] of [
    ['renewed', 2],
    ['refused', 1],
    ['failed', 1],
  ] as const) {
    const { link, seen } = network('nobody');
    const session = { renew: () => Promise.resolve(outcome), ensure };
    const client = new ApolloClient({ link: createSessionLink(session).concat(link), cache: new InMemoryCache() });
    await expect(client.query({ query, fetchPolicy: 'no-cache' })).rejects.toThrow();
    expect(seen).toHaveLength(sent);
  }
});

test('an upload waits for a pair that will last as long as it does; other operations do not', async () => {
  const { link, seen } = network('r2');
  const margins: (number | undefined)[] = [];
  const session = {
    renew: () => Promise.reject(new Error('not asked')),
    ensure: (margin?: number) => {
      margins.push(margin);
      signIn('r2');
      return Promise.resolve(true);
    },
  };
  const client = new ApolloClient({ link: createSessionLink(session).concat(link), cache: new InMemoryCache() });
  const fetchOptions = {
    files: { file: new Blob(['x']) },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  };
  await client.query({ query, context: { fetchOptions } });
  expect(seen).toEqual(['r2']);
  await client.query({ query, fetchPolicy: 'no-cache' });
  expect(margins).toEqual([60_000]);
});

test.each([
  [300, 'a question', undefined],
  [40, 'a question', undefined],
  [20, 'a question', 'r1'],
  [-5, 'a question', 'r1'],
  [300, 'an upload', 'r1'],
] as const)('with %i s left, %s takes the refresh token %s along', async (left, what, token) => {
  signInFor(left);
  const { link, seen } = network('nobody');
  const session = { renew: () => Promise.resolve('failed' as const), ensure };
  const client = new ApolloClient({ link: createSessionLink(session).concat(link), cache: new InMemoryCache() });
  const upload = { files: {}, onProgress: () => undefined, signal: new AbortController().signal };
  const context = what === 'an upload' ? { fetchOptions: upload } : {};
  await expect(client.query({ query, context })).rejects.toThrow();
  expect(seen).toEqual([token]);
});

test('an operation refused with an old pair is carried out again with the one renewed meanwhile, without another renewal', async () => {
  const { link, seen } = network('r2');
  const late = new ApolloLink((operation, forward) => {
    const answers = forward(operation);
    signIn('r2');
    return answers;
  });
  const session = { renew: () => Promise.reject(new Error('not asked')), ensure };
  const chain = ApolloLink.from([createSessionLink(session), late, link]);
  const client = new ApolloClient({ link: chain, cache: new InMemoryCache() });
  expect((await client.query({ query })).data).toMatchObject({ newClassCode: 'ABCD' });
  expect(seen).toEqual(['r1', 'r2']);
});
