import '#tests/support/dom.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { takeForms } from '#tests/support/form-requests.ts';
import { patience } from '#tests/support/patience.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { randomUuid } from '#web/shared/random-uuid.ts';
import { sendForm } from '#web/shared/uploads/send-form.ts';
import { CodeRedirectDocument } from '#web/student/operations.generated.ts';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import { followUpload } from '#web/student/platform/sending/follow-upload.ts';
import { sendPageView } from '#web/student/platform/usage/send-page-view.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page of a network's proxy, as one asks for a sign-in or blocks an address. */
const byProxy = (status: number) => new Response('<html>Please sign in</html>', { status });

const byGateway = (status: number) => {
  const errors = [{ message: 'no', extensions: { status, code: 'NOT_FOUND', messageKey: 'messages.notFound' } }];
  return Response.json({ data: null, errors });
};

/** The status that a screen sees of a request that a proxy has answered. */
async function statusSeen(status: number): Promise<number> {
  vi.stubGlobal('fetch', () => Promise.resolve(byProxy(status)));
  const asked = {
    query: CodeRedirectDocument,
    variables: { hashCode: 'printed' },
    fetchPolicy: 'network-only',
  } as const;
  const error = await studentClient.query(asked).catch((refusal: unknown) => refusal);
  return problemOf(error).status;
}

describe('a refusal that a proxy gives in the place of the server', () => {
  it('is no word about what a tablet asks for, but for the size and the number of requests', async () => {
    const seen: number[] = [];
    for (const status of [400, 401, 403, 404, 407, 413, 429, 502]) seen.push(await statusSeen(status));
    expect(seen).toEqual([0, 0, 0, 0, 0, 413, 429, 502]);
  });

  it('is no word about an upload, so that the question is asked again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answers = [byProxy(404), byProxy(403), byGateway(404)];
    const asked = vi.fn(() => Promise.resolve(answers.shift()));
    vi.stubGlobal('fetch', asked);
    const { signal } = new AbortController();
    const outcome = followUpload({ requestId: randomUuid(), classHashCode: 'class', token: 'token', signal });
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1500);
      expect(asked).toHaveBeenCalledTimes(3);
    }, patience);
    expect(await outcome).toEqual({ kind: 'rejected', messageKey: null });
  });

  it.each([
    ['has no body', { status: 204, headers: [] }],
    ['says that nothing has changed', { status: 304, headers: [] }],
    ['has a status of its own', { status: 999, headers: [] }],
    ['has an invalid header', { status: 200, headers: [['sign in', 'here']] }],
  ])('ends the upload as no network does when it %s', async (_, answer) => {
    takeForms();
    vi.stubGlobal('fetch', () => Promise.resolve({ ...answer, text: () => Promise.resolve('') }));
    const { signal } = new AbortController();
    const form = { body: '{}', files: { file: new File([], 'a.png') }, onProgress: () => undefined, signal };
    const error = await sendForm('/graphql', form).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(TypeError);
    expect(problemOf(error)).toEqual({ status: 0, cancelled: false });
  });

  it.each([
    ['a proxy', byProxy, false],
    ['the gateway', byGateway, true],
  ] as const)('of %s drops a page view or keeps it for later', async (_, answer, isDropped) => {
    vi.stubGlobal('fetch', () => Promise.resolve(answer(404)));
    const view = { name: 'Class', pageUrl: '/student/class', duration: 1, sessionKey: undefined };
    const sent = { ...view, eventId: randomUuid(), startedAt: new Date().toISOString(), profileId: undefined };
    expect(await sendPageView(sent)).toBe(isDropped);
  });
});
