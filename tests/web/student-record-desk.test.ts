import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDesk } from '#web/student/features/record/desk.ts';
import { troubleOf } from '#web/student/platform/device/device-trouble.ts';
import type { Listener } from '#web/student/features/record/microphone.ts';
import { unclaimed } from '#web/student/features/record/use-desk.ts';
import { ownOf } from '#web/student/platform/sending/work.ts';
import { createWorkStore } from '#web/student/platform/sending/work-store.ts';

const rate = 16_000;
const place = { profileId: 'hana', contentHashCode: 'page', lessonHashCode: 'unit' };
const voice = (seconds: number, height = 0.3) =>
  Float32Array.from({ length: seconds * rate }, (_, at) => height * Math.sin(at / 9));

// Without IndexedDB, the store keeps works in memory.
beforeEach(() => {
  vi.stubGlobal('indexedDB', undefined);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A desk with a microphone that hears what the test says. */
function openDesk(refusal?: Error, store = createWorkStore(), profileId = place.profileId) {
  const closed = vi.fn();
  let listener: Listener | undefined;
  const desk = createDesk({
    place: { ...place, profileId },
    store,
    unclaimed,
    openMicrophone: async (given) => {
      if (refusal) throw refusal;
      listener = given;
      return { rate, close: closed };
    },
  });
  const hear = (samples: Float32Array) => listener?.onSamples(samples);
  /** The child has tapped, and was counted down. */
  const begin = async () => {
    await desk.start();
    hear(voice(0.1));
    await vi.advanceTimersByTimeAsync(3000);
  };
  return { desk, store, closed, hear, begin, unplug: () => listener?.onEnd() };
}

describe('the recording desk', () => {
  it('counts down only when the microphone is live, and keeps nothing from before', async () => {
    const { desk, hear } = openDesk();
    const asked = desk.start();
    expect(desk.getState()).toEqual({ step: 'asking' });
    await asked;
    expect(desk.getState().step).toBe('asking');
    const steps: unknown[] = [];
    desk.subscribe(() => steps.push(desk.getState()));
    hear(voice(0.5));
    hear(voice(0.5));
    await vi.advanceTimersByTimeAsync(3000);
    expect(steps).toEqual([
      ...[3, 2, 1].map((left) => ({ step: 'counting', left })),
      { step: 'recording', seconds: 0 },
    ]);
  });

  it('makes a recording, turns the microphone off and keeps it on the device', async () => {
    const { desk, hear, begin, closed, store } = openDesk();
    await begin();
    hear(voice(1.5));
    expect(desk.getState()).toEqual({ step: 'recording', seconds: 1 });
    desk.finish();
    expect(closed).toHaveBeenCalledTimes(1);
    expect(desk.getState()).toMatchObject({ step: 'made', earlier: false, recording: { ...place, silent: false } });
    expect(await store.select((work) => work)).toHaveLength(1);
  });

  it('gives what was spoken before anybody had a name to the child who says who it is, and to that child alone', async () => {
    const { desk, hear, begin, store } = openDesk(undefined, createWorkStore(), '');
    await begin();
    hear(voice(1.5));
    desk.finish();
    const named = openDesk(undefined, store);
    await named.desk.open();
    expect(named.desk.getState()).toMatchObject({ step: 'made', earlier: true, recording: place });
    const next = openDesk(undefined, store, 'ken');
    await next.desk.open();
    expect(next.desk.getState()).toEqual({ step: 'ready' });
  });

  it('stops by itself at three minutes', async () => {
    const { desk, hear, begin } = openDesk();
    await begin();
    for (let second = 0; second < 190; second += 10) hear(new Float32Array(10 * rate));
    expect(desk.getState()).toMatchObject({ step: 'made', recording: { seconds: 180, silent: true } });
  });

  it('answers a stop after a moment kindly, and keeps the recording there was', async () => {
    const { desk, hear, begin, store } = openDesk();
    await begin();
    hear(voice(0.2));
    desk.finish();
    expect(desk.getState()).toEqual({ step: 'too-short', back: false });
    expect(await store.select((work) => work)).toEqual([]);
    await begin();
    hear(voice(1));
    desk.finish();
    await begin();
    hear(voice(0.2));
    desk.finish();
    expect(desk.getState()).toEqual({ step: 'too-short', back: true });
    desk.rest();
    expect(desk.getState()).toMatchObject({ step: 'made', earlier: true });
    expect(await store.select((work) => work)).toHaveLength(1);
  });

  it('has the newer recording replace the older one, once it is made', async () => {
    const { desk, hear, begin, store } = openDesk();
    for (const seconds of [1, 2]) {
      await begin();
      hear(voice(seconds));
      desk.finish();
    }
    expect(ownOf(await store.select((work) => work), place).map(({ seconds }) => seconds)).toEqual([2]);
  });

  it('keeps what was said so far, for a device that goes off in the middle', async () => {
    const { desk, hear, begin, store } = openDesk();
    for (const seconds of [5, 6]) {
      await begin();
      hear(voice(seconds));
      expect(ownOf(await store.select((work) => work), place).at(-1)?.seconds).toBe(seconds);
      vi.advanceTimersByTime(1000);
      if (seconds === 5) desk.finish();
    }
    expect(await store.select((work) => work)).toHaveLength(2);
    const next = openDesk(undefined, store);
    await next.desk.open();
    expect(next.desk.getState()).toMatchObject({ step: 'made', earlier: true, recording: { seconds: 6 } });
    // The one that it was to replace has gone, too.
    expect(await store.select((work) => work)).toHaveLength(1);
  });

  it('keeps what was said when the microphone is unplugged', async () => {
    const { desk, hear, begin, unplug } = openDesk();
    await begin();
    hear(voice(2));
    unplug();
    expect(desk.getState()).toMatchObject({ step: 'made', recording: { seconds: 2 } });
  });

  it('ends the microphone of a child who leaves, even when it is there only afterwards', async () => {
    const { desk, closed, hear } = openDesk();
    const asked = desk.start();
    desk.close();
    await asked;
    expect(closed).toHaveBeenCalledTimes(1);
    hear(voice(1));
    expect(desk.getState()).toEqual({ step: 'ready' });
  });

  it('says after a while that a microphone which is never heard is busy', async () => {
    const { desk } = openDesk();
    await desk.start();
    await vi.advanceTimersByTimeAsync(8000);
    expect(desk.getState()).toEqual({ step: 'trouble', trouble: 'busy', back: false });
  });

  it('forgets a recording that the wall has, or that the child takes away', async () => {
    const { desk, hear, begin, store } = openDesk();
    for (const end of ['sent', 'forget'] as const) {
      await begin();
      hear(voice(1));
      desk.finish();
      const state = desk.getState();
      if (state.step !== 'made') throw new Error('nothing was recorded');
      await (end === 'sent' ? desk.sent(state.recording, false) : desk.forget(state.recording));
      expect(desk.getState()).toEqual(end === 'sent' ? { step: 'sent', shown: false } : { step: 'ready' });
      expect(await store.select((work) => work)).toEqual([]);
    }
  });

  it.each([
    ['NotAllowedError', 'refused'],
    ['SecurityError', 'refused'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
    ['NotSupportedError', 'unsupported'],
  ] as const)('tells %s as %s', async (name, trouble) => {
    const error = new DOMException('no', name);
    expect(troubleOf(error)).toBe(trouble);
    const { desk } = openDesk(error);
    await desk.start();
    expect(desk.getState()).toEqual({ step: 'trouble', trouble, back: false });
  });
});
