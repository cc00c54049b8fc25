import '#tests/support/dom.ts';
import { ApolloLink, execute, gql } from '@apollo/client';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { Subject } from 'rxjs';
import { caches, Response as StoredResponse, setGlobalOrigin } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { patience } from '#tests/support/patience.ts';
import { pastProxiesLink } from '#web/student/platform/apollo/past-proxies-link.ts';
import { createStoredAnswersLink, networkPatience } from '#web/student/platform/apollo/stored-answers-link.ts';
import { storeAnswer, storedAnswer } from '#web/student/platform/apollo/stored-answers.ts';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';

const variables = { hashCode: 'page' };
const key = `/kept/ContentPage?${new URLSearchParams({ variables: JSON.stringify(variables) })}`;
const old = { name: 'old' };
const fresh = { name: 'fresh' };

beforeEach(async () => {
  setGlobalOrigin('http://localhost');
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('Response', StoredResponse);
  await storeAnswer(key, old);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const name of await caches.keys()) await caches.delete(name);
  vi.unstubAllGlobals();
  setGlobalOrigin(undefined);
});

/** Asks for a stored page through the link, before a network that the test controls. */
function ask() {
  const network = new Subject<ApolloLink.Result>();
  const link = createStoredAnswersLink(() => undefined).concat(pastProxiesLink.concat(new ApolloLink(() => network)));
  const told: unknown[] = [];
  const operation = {
    query: gql`
      query ContentPage {
        name
      }
    `,
    variables,
  };
  execute(link, operation, { client: studentClient }).subscribe({
    next: ({ data, errors }) => told.push(data ?? errors?.[0]?.extensions),
    error: (error: unknown) => told.push(error),
    complete: () => told.push('end'),
  });
  const isTold = (...expected: unknown[]) => vi.waitFor(() => expect(told).toEqual(expected), patience);
  return { network, told, isTold };
}

const errors = (status: number) => [{ message: 'no', extensions: { status, code: 'OF_THE_GATEWAY' } }];
const byProxy = (statusCode: number) =>
  new ServerError('no', { response: new Response('', { status: statusCode }), bodyText: '<html>' });

describe('the answer that the device has stored', () => {
  it('stands in for a slow network until the network answers, whose answer is stored', async () => {
    const { network, isTold } = ask();
    await vi.advanceTimersByTimeAsync(networkPatience);
    await isTold(old);
    network.next({ data: fresh });
    await isTold(old, fresh, 'end');
    await vi.waitFor(async () => expect(await storedAnswer(key)).toEqual(fresh), patience);
  });

  it('stays where a slow network fails in the end', async () => {
    const { network, isTold } = ask();
    await vi.advanceTimersByTimeAsync(networkPatience);
    await isTold(old);
    network.error(new TypeError('no network'));
    await isTold(old, 'end');
  });

  it.each([502, 503, 504])('is shown while the API is away (%i)', async (status) => {
    const { network, isTold } = ask();
    network.next({ errors: errors(status) });
    await isTold(old, 'end');
  });

  it.each([403, 502, 504])('is shown while a proxy answers in the place of the gateway (%i)', async (status) => {
    const { network, isTold } = ask();
    network.error(byProxy(status));
    await isTold(old, 'end');
  });

  it.each([404, 500])('does not hide the word of the server (%i)', async (status) => {
    const { network, isTold } = ask();
    network.next({ errors: errors(status) });
    await isTold(expect.objectContaining({ status }), 'end');
    const late = ask();
    await vi.advanceTimersByTimeAsync(networkPatience);
    await late.isTold(old);
    late.network.error(new CombinedGraphQLErrors({ errors: errors(status) }));
    await late.isTold(old, expect.any(CombinedGraphQLErrors));
  });
});
