import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '#web/student/platform/sending/follow-upload.ts';
import { createSender } from '#web/student/platform/sending/sender.ts';
import { createWorkStore } from '#web/student/platform/sending/work-store.ts';
import { briefOf } from '#web/student/platform/sending/work.ts';
import { picture } from '#tests/support/waiting-work.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  const store = createWorkStore();
  for (const { id } of await store.select(briefOf)) await store.remove(id);
});

const refusal = (status: number, messageKey?: string) =>
  new CombinedGraphQLErrors({ errors: [{ message: 'no', extensions: { status, code: 'REFUSED', messageKey } }] });

/** Advances the sender's timers; the device's store answers between two ticks. */
async function pass(milliseconds: number): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(milliseconds);
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

/** A sender with a server that the test controls, on an empty device. */
function openSender(tokens: Record<string, string> = { hana: 'token' }) {
  const store = createWorkStore();
  const post = vi.fn((sent: { readonly work: { readonly clientId: string } }) =>
    Promise.resolve(`of ${sent.work.clientId}`),
  );
  const follow = vi.fn((): Promise<Outcome | undefined> => Promise.resolve({ kind: 'ready', shown: false }));
  const free = { value: true };
  const sender = createSender({
    store,
    ownerOf: (id) => (tokens[id] === undefined ? undefined : { token: tokens[id], place: null }),
    post,
    follow,
    exclusively: async (_, act) => {
      if (free.value) await act();
      return free.value;
    },
  });
  const settled = () => pass(0);
  return { store, post, follow, free, sender, settled, state: () => sender.getState().get('work') };
}

describe('what waits to be sent', () => {
  it('goes in the name of whose it is, and leaves the device once the wall has it', async () => {
    const { store, post, follow, sender, settled, state } = openSender();
    await sender.send(picture);
    await settled();
    expect(post.mock.calls[0]?.[0]).toMatchObject({ work: { id: 'work', clientId: 'client' }, token: 'token' });
    expect(follow.mock.calls[0]).toMatchObject([{ requestId: 'of client', classHashCode: 'class', token: 'token' }]);
    expect(state()).toEqual({ step: 'arrived', shown: false });
    expect(await store.select((work) => work)).toEqual([]);
  });

  it('goes with what the child has said of it last, and as what the server knows it by', async () => {
    const { store, post, sender, settled } = openSender();
    await store.keep({ ...picture, classHashCode: null, lessonId: '', clientId: 'renewed' });
    await sender.send({ ...picture, lessonId: 'unit', title: 'My cat' });
    await settled();
    expect(post.mock.calls[0]?.[0].work).toMatchObject({ lessonId: 'unit', title: 'My cat', clientId: 'renewed' });
    expect(post).toHaveBeenCalledOnce();
  });

  it('waits out what passes, longer each time, and goes at once on request', async () => {
    const { post, sender, settled, state } = openSender();
    post.mockRejectedValue(new TypeError('no network'));
    await sender.send(picture);
    await settled();
    expect(state()).toEqual({ step: 'waiting', words: 'sendOffline', received: false });
    await pass(4000);
    await pass(8000);
    expect(post).toHaveBeenCalledTimes(3);
    await pass(15_000);
    expect(post).toHaveBeenCalledTimes(3);
    post.mockResolvedValue('request');
    sender.now();
    await settled();
    expect(state()).toEqual({ step: 'arrived', shown: false });
  });

  it.each([502, 503, 504])('waits out a server that rests (%i), says so, and goes by itself', async (status) => {
    const { post, sender, settled, state } = openSender();
    post.mockRejectedValueOnce(refusal(status));
    await sender.send(picture);
    await settled();
    expect(state()).toEqual({ step: 'waiting', words: 'sendResting', received: false });
    await pass(4000);
    expect(state()).toEqual({ step: 'arrived', shown: false });
  });

  it('is not posted twice when only the answer to what came of it is missing', async () => {
    const { post, follow, sender, settled, state } = openSender();
    follow.mockRejectedValueOnce(new TypeError('no network'));
    await sender.send(picture);
    await settled();
    await pass(4000);
    expect(state()).toEqual({ step: 'arrived', shown: false });
    expect(post).toHaveBeenCalledTimes(1);
  });

  it('stays for the child to decide when the server refuses it, and goes again under another id', async () => {
    const { store, post, follow, sender, settled, state } = openSender();
    follow.mockResolvedValueOnce({ kind: 'rejected', messageKey: null });
    await sender.send(picture);
    await settled();
    expect(state()).toEqual({ step: 'waiting', words: 'sendFailed', received: false });
    sender.now();
    await pass(600_000);
    expect(post).toHaveBeenCalledTimes(1);
    expect((await store.select((work) => work))[0]).toMatchObject({ stuck: 'sendFailed', requestId: null });
    await sender.send(picture);
    await settled();
    expect(post.mock.calls[1]?.[0].work.clientId).not.toBe('client');
    expect(await store.select((work) => work)).toEqual([]);
  });

  it('waits where its profile has left, for the profile to be back, and only what was said to be sent is sent', async () => {
    const tokens: Record<string, string> = {};
    const { store, post, sender, settled, state } = openSender(tokens);
    await store.keep({ ...picture, id: 'other', classHashCode: null });
    await sender.send(picture);
    await settled();
    expect(state()).toEqual({ step: 'waiting', words: 'sendNotYourClass', received: false });
    expect(post).not.toHaveBeenCalled();
    tokens.hana = 'new';
    await sender.again('work');
    await settled();
    // The server may have received the work before, so it goes by the same id.
    expect(post.mock.calls).toMatchObject([[{ work: { id: 'work', clientId: 'client' }, token: 'new' }]]);
    expect((await store.select(briefOf)).map(({ id }) => id)).toEqual(['other']);
  });

  it('goes under the same id when its class was over, and when only what came of it was refused', async () => {
    const { store, post, follow, sender, settled, state } = openSender();
    post.mockRejectedValueOnce(refusal(409, 'messages.classCompleted'));
    await sender.send(picture);
    await settled();
    expect(state()).toEqual({ step: 'waiting', words: 'sendClassFinished', received: false });
    follow.mockRejectedValueOnce(refusal(400));
    await sender.again('work');
    await settled();
    expect(state()).toEqual({ step: 'waiting', words: 'sendFailed', received: true });
    expect((await store.one('work'))?.requestId).toBe('of client');
    await sender.again('work');
    await settled();
    expect(post).toHaveBeenCalledTimes(2);
    expect(state()).toEqual({ step: 'arrived', shown: false });
  });

  it('is not taken for deleted by a tab that comes to a work as another one was refused', async () => {
    const { store, post, free, sender, settled, state } = openSender();
    await store.keep(picture);
    // Between the reading of the list and the lock, the other tab was at it.
    const list = store.select.bind(store);
    store.select = async (pick) => {
      const found = await list(pick);
      await store.change('work', (work) => ({ ...work, stuck: 'sendTooLong' }));
      return found;
    };
    free.value = true;
    sender.now();
    await settled();
    expect(post).not.toHaveBeenCalled();
    expect(state()).toEqual({ step: 'waiting', words: 'sendTooLong', received: false });
  });

  it('is left to the tab that is at it, and looked for again later', async () => {
    const { post, free, sender, settled } = openSender();
    free.value = false;
    await sender.send(picture);
    await settled();
    expect(post).not.toHaveBeenCalled();
    free.value = true;
    await pass(4000);
    expect(post).toHaveBeenCalledTimes(1);
  });

  it('counts a round in which several fail as one, and waits as long as the server asks', async () => {
    const { store, post, sender, settled } = openSender();
    post.mockRejectedValue(new TypeError('no network'));
    const busy = { errors: [{ message: 'busy', extensions: { status: 429, retryAfter: 60 } }] };
    post.mockRejectedValueOnce(new CombinedGraphQLErrors(busy));
    for (const id of ['one', 'two', 'three']) await store.keep({ ...picture, id, clientId: id });
    sender.now();
    await settled();
    expect(post).toHaveBeenCalledTimes(3);
    await pass(59_000);
    expect(post).toHaveBeenCalledTimes(3);
    await pass(1_000);
    expect(post).toHaveBeenCalledTimes(6);
    // The second pause, whatever the number of works: eight seconds.
    await pass(7_900);
    expect(post).toHaveBeenCalledTimes(6);
    await pass(100);
    expect(post).toHaveBeenCalledTimes(9);
  });

  it('goes by itself as the child whom its maker’s profile was merged into while it was sent', async () => {
    const { store, post, sender, settled } = openSender({ hana: 'ended', mia: 'token' });
    post.mockImplementationOnce(async () => {
      await store.change('work', (work) => ({ ...work, profileId: 'mia' }));
      throw refusal(401);
    });
    await sender.send(picture);
    await settled();
    await pass(5000);
    expect(post.mock.calls.at(-1)?.[0]).toMatchObject({ work: { clientId: 'client' }, token: 'token' });
  });

  it('does not come back when it was thrown away elsewhere while it was sent', async () => {
    const { store, post, sender, settled, state } = openSender();
    let refuse = (_: Error) => undefined as void;
    post.mockReturnValue(new Promise<string>((_, reject) => (refuse = reject)));
    await sender.send(picture);
    await settled();
    await store.remove('work');
    refuse(refusal(401));
    await settled();
    expect(await store.select((work) => work)).toEqual([]);
    expect(state()).toBeUndefined();
  });

  it('waits for nothing any more when another tab has delivered it', async () => {
    const { store, post, sender, settled, state } = openSender();
    post.mockRejectedValue(new TypeError('no network'));
    await sender.send(picture);
    await settled();
    await store.remove('work');
    sender.now();
    await settled();
    expect(state()).toBeUndefined();
  });

  it('ends when the child throws it away', async () => {
    const { store, post, sender, settled, state } = openSender();
    let answer = (_: string) => undefined as void;
    post.mockReturnValue(new Promise<string>((resolve) => (answer = resolve)));
    await sender.send(picture);
    await settled();
    await sender.forget('work');
    answer('request');
    await settled();
    expect(state()).toBeUndefined();
    expect(await store.select((work) => work)).toEqual([]);
  });
});
