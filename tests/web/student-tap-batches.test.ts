import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectFor, createTapBatches, mostTaps, type Taps } from '#web/student/features/community/tap-batches.ts';

/** A server that answers when the test says so. */
function aCollector() {
  const calls: { readonly taps: Taps; readonly answer: () => void; readonly refuse: (error: Error) => void }[] = [];
  const collector = createTapBatches(
    (taps) => new Promise((resolve, reject) => calls.push({ taps, answer: () => resolve(taps), refuse: reject })),
  );
  const onTheirWay = () => collector.getState().unanswered.reduce((sum, { times }) => sum + times, 0);
  const sent = () => calls.map(({ taps: { id, type, times } }) => `${id} ${type} ${times}`);
  const tap = (times: number, id = 'a') => {
    for (let one = 0; one < times; one += 1) collector.tap(id, 'LIKE');
  };
  return { collector, calls, sent, tap, onTheirWay };
}

describe('taps on a post', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('count at once, and go in one call half a second after the first', async () => {
    const { calls, sent, tap, onTheirWay } = aCollector();
    tap(2);
    await vi.advanceTimersByTimeAsync(collectFor - 1);
    tap(1);
    expect([sent(), onTheirWay()]).toEqual([[], 3]);
    await vi.advanceTimersByTimeAsync(1);
    expect([sent(), onTheirWay()]).toEqual([['a LIKE 3'], 3]);
    calls[0]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(onTheirWay()).toBe(0);
  });

  it('are collected for each post and each kind by itself', async () => {
    const { collector, sent, tap } = aCollector();
    tap(2);
    tap(1, 'b');
    collector.tap('b', 'HEART');
    await vi.advanceTimersByTimeAsync(collectFor);
    // The second kind of one post waits for the answer to the first.
    expect(sent()).toEqual(['a LIKE 2', 'b LIKE 1']);
  });

  it('go in no call of more than fifty, and none is shown that does not go', async () => {
    const { sent, tap, onTheirWay } = aCollector();
    tap(mostTaps + 20);
    expect(onTheirWay()).toBe(mostTaps);
    await vi.advanceTimersByTimeAsync(collectFor);
    expect(sent()).toEqual(['a LIKE 50']);
  });

  it('wait for the answer to those before them, so that no older count comes last', async () => {
    const { collector, calls, sent, tap, onTheirWay } = aCollector();
    tap(1);
    await vi.advanceTimersByTimeAsync(collectFor);
    tap(2);
    collector.tap('a', 'HEART');
    await vi.advanceTimersByTimeAsync(collectFor * 3);
    tap(1);
    expect([sent(), onTheirWay()]).toEqual([['a LIKE 1'], 5]);
    calls[0]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect([sent(), onTheirWay()]).toEqual([['a LIKE 1', 'a LIKE 3'], 4]);
    calls[1]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent()).toEqual(['a LIKE 1', 'a LIKE 3', 'a HEART 1']);
  });

  it('go at once when the page is left, also while an answer is waited for, and not a second time', async () => {
    const { collector, sent, tap } = aCollector();
    tap(1);
    await vi.advanceTimersByTimeAsync(collectFor);
    tap(4);
    collector.sendNow();
    expect(sent()).toEqual(['a LIKE 1', 'a LIKE 4']);
    collector.sendNow();
    await vi.advanceTimersByTimeAsync(collectFor * 2);
    expect(sent()).toHaveLength(2);
  });

  it('are taken back when they did not arrive, and said so until the next tap', async () => {
    const { collector, calls, tap, onTheirWay } = aCollector();
    const changes = vi.fn();
    collector.subscribe(changes);
    tap(3);
    await vi.advanceTimersByTimeAsync(collectFor);
    const lost = new Error('no network');
    calls[0]?.refuse(lost);
    await vi.advanceTimersByTimeAsync(0);
    expect(onTheirWay()).toBe(0);
    expect([...collector.getState().failures]).toEqual([['a', lost]]);
    expect(changes).toHaveBeenCalledTimes(4);
    tap(1);
    expect(collector.getState().failures.size).toBe(0);
  });
});
