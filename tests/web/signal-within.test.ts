import '#tests/support/dom.ts';
import { describe, expect, test, vi } from 'vitest';
import { patience } from '#tests/support/patience.ts';
import { signalWithin } from '#web/shared/signal-within.ts';

describe('a signal within a limit', () => {
  test('aborts with the caller’s signal, for the caller’s reason', () => {
    const caller = new AbortController();
    const signal = signalWithin(60_000, caller.signal);
    expect(signal.aborted).toBe(false);
    caller.abort('left');
    expect(signal).toMatchObject({ aborted: true, reason: 'left' });
  });

  test('has aborted when the caller’s signal had', () => {
    expect(signalWithin(60_000, AbortSignal.abort('left'))).toMatchObject({ aborted: true, reason: 'left' });
  });

  test.each([
    ['alone', undefined],
    ['beside a signal', new AbortController().signal],
  ] as const)('aborts at its limit, %s', async (_, signal) => {
    const late = signalWithin(1, signal);
    await vi.waitFor(() => expect(late.aborted).toBe(true), patience);
    expect(late.reason).toMatchObject({ name: 'TimeoutError' });
  });
});
