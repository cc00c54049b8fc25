import '#tests/support/dom.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBoardLink } from '#web/student/features/board/board-link.ts';

const session = { id: 'session', version: 1, contentHashCode: 'page', contentType: 'READ' };
const problem = () => new Response('{}', { status: 404, headers: { 'content-type': 'application/problem+json' } });
const byProxy = () => new Response('<html>', { status: 404, headers: { 'content-type': 'text/html' } });

beforeEach(() => {
  vi.useFakeTimers();
  fakeLimits();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The fake timers do not reach the timers of abort signals. */
function fakeLimits(): void {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
    const late = new AbortController();
    setTimeout(() => late.abort(), limit);
    return late.signal;
  });
}

/** A tablet before a gateway that answers polls and streams as the test says. */
function openTablet(answers: { poll: () => Response; stream: () => Response }) {
  const asked = { polls: 0, streams: 0 };
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    const isStream = headers.accept === 'text/event-stream';
    asked[isStream ? 'streams' : 'polls'] += 1;
    return Promise.resolve(isStream ? answers.stream() : answers.poll());
  });
  const send = () => Promise.resolve();
  const link = createBoardLink({ classHashCode: 'class', token: 'token', send });
  return { link, asked, close: link.open() };
}
const leads = () => Response.json({ session, isFollowing: true });
/** A stream that the gateway ends at once. */
const ended = () => new Response(': \n\n');
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60_000);

test('a tablet whose class code opens nothing asks no more, until its page is shown again', async () => {
  const answers = { poll: problem, stream: ended };
  const { link, asked, close } = openTablet(answers);
  await pass(5);
  expect(asked.polls).toBe(1);
  answers.poll = leads;
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(link.getState()).toMatchObject({ isFollowing: true });
  close();
});

test('a tablet that follows leaves the board by one poll when the code has ended', async () => {
  const answers = { poll: leads, stream: ended };
  const { link, asked, close } = openTablet(answers);
  await pass(0);
  expect(link.getState().isFollowing).toBe(true);
  answers.poll = problem;
  answers.stream = problem;
  Object.assign(asked, { polls: 0, streams: 0 });
  await pass(5);
  expect(asked).toEqual({ polls: 1, streams: 0 });
  expect(link.getState()).toEqual({ page: null, isFollowing: false, isAsked: false });
  close();
});

test('a tablet of a child who has left the class opens no stream again and again', async () => {
  const answers = { poll: leads, stream: problem };
  const { link, asked, close } = openTablet(answers);
  await pass(5);
  expect(asked.streams).toBe(1);
  expect(link.getState()).toMatchObject({ page: { id: 'session' }, isFollowing: false });
  close();
});

test('a proxy’s 404 ends nothing', async () => {
  const { asked, close } = openTablet({ poll: byProxy, stream: byProxy });
  await pass(1);
  expect(asked.polls).toBeGreaterThan(5);
  close();
});

interface Asked {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** An answer that never comes: the Wi-Fi drops the packets. */
const swallowed = (signal?: AbortSignal) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));

test('a tablet asks again after a poll that gets no answer', async () => {
  const polls = vi.fn((_: string, { signal }: Asked) => swallowed(signal));
  vi.stubGlobal('fetch', polls);
  const close = createBoardLink({ classHashCode: 'class', token: 'token', send: () => Promise.resolve() }).open();
  await pass(0.5);
  expect(polls.mock.calls.length).toBeGreaterThan(1);
  close();
});

test('a tablet shows the board though the question whether its child follows gets no answer', async () => {
  vi.stubGlobal('fetch', (_: string, { headers, signal }: Asked) =>
    headers.authorization === undefined ? Promise.resolve(leads()) : swallowed(signal),
  );
  const link = createBoardLink({ classHashCode: 'class', token: 'token', send: () => Promise.resolve() });
  const close = link.open();
  await pass(0.5);
  expect(link.getState()).toMatchObject({ page: { id: 'session' }, isAsked: true });
  close();
});
