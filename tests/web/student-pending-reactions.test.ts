import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  collectFor,
  createPendingReactions,
  drawnWithin,
  type PendingReaction,
} from '#web/student/features/community/reactions/pending-reactions.ts';

/** A server that answers when the test says so. */
function aCollector() {
  const calls: {
    readonly reaction: PendingReaction;
    readonly answer: () => void;
    readonly refuse: (error: Error) => void;
  }[] = [];
  const collector = createPendingReactions(
    (reaction) =>
      new Promise((resolve, reject) => calls.push({ reaction, answer: () => resolve(reaction), refuse: reject })),
  );
  const words = ({ id, type, given }: PendingReaction) => `${id} ${type} ${given ? 'given' : 'taken back'}`;
  const shown = () => collector.getState().wishes.map(words);
  const sent = () => calls.map(({ reaction }) => words(reaction));
  const like = (given: boolean, id = 'a') => collector.set({ id, type: 'LIKE', given });
  return { collector, calls, sent, like, shown };
}

describe('reactions to a post', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('show at once, and the last reaction goes in one call half a second after the first', async () => {
    const { calls, sent, like, shown } = aCollector();
    like(true);
    like(false);
    await vi.advanceTimersByTimeAsync(collectFor - 1);
    like(true);
    expect([sent(), shown()]).toEqual([[], ['a LIKE given']]);
    await vi.advanceTimersByTimeAsync(1);
    expect([sent(), shown()]).toEqual([['a LIKE given'], ['a LIKE given']]);
    calls[0]?.answer();
    // A wall may draw the answer a moment later: until then the count does not go back.
    await vi.advanceTimersByTimeAsync(drawnWithin - 1);
    expect(shown()).toEqual(['a LIKE given']);
    await vi.advanceTimersByTimeAsync(1);
    expect(shown()).toEqual([]);
  });

  it('show what the child taps after an answer, also where that is the opposite', async () => {
    const { calls, like, shown } = aCollector();
    like(true);
    await vi.advanceTimersByTimeAsync(collectFor);
    calls[0]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    like(false);
    expect(shown()).toEqual(['a LIKE taken back']);
    await vi.advanceTimersByTimeAsync(collectFor);
    calls[1]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toEqual(['a LIKE taken back']);
    await vi.advanceTimersByTimeAsync(drawnWithin);
    expect(shown()).toEqual([]);
  });

  it('are collected for each post and each kind by itself', async () => {
    const { collector, sent, like } = aCollector();
    like(true);
    like(true, 'b');
    collector.set({ id: 'b', type: 'HEART', given: true });
    await vi.advanceTimersByTimeAsync(collectFor);
    // The post's second type waits for the first one's answer.
    expect(sent()).toEqual(['a LIKE given', 'b LIKE given']);
  });

  it('wait for the answer to those before them, so that no older count comes last, and show the last reaction', async () => {
    const { collector, calls, sent, like, shown } = aCollector();
    like(true);
    await vi.advanceTimersByTimeAsync(collectFor);
    like(false);
    collector.set({ id: 'a', type: 'HEART', given: true });
    await vi.advanceTimersByTimeAsync(collectFor * 3);
    expect([sent(), shown()]).toEqual([['a LIKE given'], ['a LIKE taken back', 'a HEART given']]);
    calls[0]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent()).toEqual(['a LIKE given', 'a LIKE taken back']);
    calls[1]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect([sent().at(-1), shown()]).toEqual(['a HEART given', ['a LIKE taken back', 'a HEART given']]);
  });

  it('go at once when the page is left, also while an answer is waited for, and not a second time', async () => {
    const { collector, sent, like } = aCollector();
    like(true);
    await vi.advanceTimersByTimeAsync(collectFor);
    like(false);
    collector.sendNow();
    expect(sent()).toEqual(['a LIKE given', 'a LIKE taken back']);
    collector.sendNow();
    await vi.advanceTimersByTimeAsync(collectFor * 2);
    expect(sent()).toHaveLength(2);
  });

  it('are as before when they did not arrive, and said so until the next tap', async () => {
    const { collector, calls, like, shown } = aCollector();
    const changes = vi.fn();
    collector.subscribe(changes);
    like(true);
    await vi.advanceTimersByTimeAsync(collectFor);
    const lost = new Error('no network');
    calls[0]?.refuse(lost);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toEqual([]);
    expect([...collector.getState().failures]).toEqual([['a', lost]]);
    expect(changes).toHaveBeenCalledTimes(2);
    like(true);
    expect(collector.getState().failures.size).toBe(0);
  });
});
