import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecorder } from '#web/student/features/record/recorder.ts';
import { troubleOf } from '#web/student/platform/device/device-trouble.ts';
import type { Listener } from '#web/student/features/record/microphone.ts';
import { ownOf } from '#web/student/platform/sending/work.ts';
import { createWorkStore } from '#web/student/platform/sending/work-store.ts';

const rate = 16_000;
const place = { profileId: 'hana', contentHashCode: 'page', lessonHashCode: 'unit' };
interface OfWall {
  readonly contentHashCode: null;
  readonly classId: string;
}
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

/** A recorder with a microphone that the test controls. */
function openRecorder(refusal?: Error, store = createWorkStore(), at: Partial<typeof place> | OfWall = {}) {
  const closed = vi.fn();
  let listener: Listener | undefined;
  const recorder = createRecorder({
    place: { ...place, ...at },
    store,
    openMicrophone: async (given, signal) => {
      if (refusal) throw refusal;
      listener = given;
      signal.addEventListener('abort', closed);
      return { rate };
    },
  });
  const hear = (samples: Float32Array) => listener?.onSamples(samples);
  /** Taps and waits for the end of the countdown. */
  const begin = async () => {
    await recorder.start();
    hear(voice(0.1));
    await vi.advanceTimersByTimeAsync(3000);
  };
  return { recorder, store, closed, hear, begin, unplug: () => listener?.onEnd() };
}

describe('the recorder', () => {
  it('counts down only when the microphone is live, and keeps nothing from before', async () => {
    const { recorder, hear } = openRecorder();
    const asked = recorder.start();
    expect(recorder.getState()).toEqual({ step: 'asking' });
    await asked;
    expect(recorder.getState().step).toBe('asking');
    const steps: unknown[] = [];
    recorder.subscribe(() => steps.push(recorder.getState()));
    hear(voice(0.5));
    hear(voice(0.5));
    await vi.advanceTimersByTimeAsync(3000);
    expect(steps).toEqual([
      ...[3, 2, 1].map((left) => ({ step: 'counting', left })),
      { step: 'recording', seconds: 0 },
    ]);
  });

  it('makes a recording, turns the microphone off and keeps it on the device', async () => {
    const { recorder, hear, begin, closed, store } = openRecorder();
    await begin();
    hear(voice(1.5));
    expect(recorder.getState()).toEqual({ step: 'recording', seconds: 1 });
    recorder.finish();
    expect(closed).toHaveBeenCalledTimes(1);
    expect(recorder.getState()).toMatchObject({ step: 'made', earlier: false, recording: { ...place, silent: false } });
    expect(await store.select((work) => work)).toHaveLength(1);
  });

  it('gives what was spoken before anybody had a name to the child who says who it is, and to that child alone', async () => {
    const store = createWorkStore();
    const pages = ['page', 'next page'];
    for (const contentHashCode of pages) {
      const { recorder, hear, begin } = openRecorder(undefined, store, { profileId: '', contentHashCode });
      await begin();
      hear(voice(1.5));
      recorder.finish();
    }
    const found = async (at: Partial<typeof place>) => {
      const { recorder } = openRecorder(undefined, store, at);
      await recorder.open();
      return recorder.getState();
    };
    expect(await found({ contentHashCode: 'next page' })).toMatchObject({ step: 'made', earlier: true });
    for (const contentHashCode of pages)
      expect((await found({ profileId: 'ken', contentHashCode })).step, contentHashCode).toBe('ready');
    expect(await found({})).toMatchObject({ step: 'made', earlier: true, recording: place });
  });

  it('keeps the unit that the child has chosen at a wall, for another try as well', async () => {
    const store = createWorkStore();
    const { recorder, hear, begin } = openRecorder(undefined, store, { contentHashCode: null, classId: 'class' });
    const speak = async () => {
      await begin();
      hear(voice(1));
      recorder.finish();
      const state = recorder.getState();
      if (state.step !== 'made') throw new Error('nothing was recorded');
      return state.recording;
    };
    await recorder.chooseUnit(await speak(), 'other unit');
    expect(recorder.getState()).toMatchObject({ step: 'made', recording: { lessonHashCode: 'other unit' } });
    const atWall = { contentHashCode: null, classId: 'class', lessonHashCode: 'other unit' };
    expect(await store.select((work) => work)).toMatchObject([atWall]);
    const next = await speak();
    expect(await store.select((work) => work)).toMatchObject([{ ...atWall, id: next.id }]);
    await store.change(next.id, (work) => ({ ...work, classHashCode: 'sent' }));
    await recorder.chooseUnit(next, 'third unit');
    expect(await store.select((work) => work)).toMatchObject([atWall]);
  });

  it('stops by itself at three minutes', async () => {
    const { recorder, hear, begin } = openRecorder();
    await begin();
    for (let second = 0; second < 190; second += 10) hear(new Float32Array(10 * rate));
    expect(recorder.getState()).toMatchObject({ step: 'made', recording: { seconds: 180, silent: true } });
  });

  it('answers a stop after a moment kindly, and keeps the recording there was', async () => {
    const { recorder, hear, begin, store } = openRecorder();
    await begin();
    hear(voice(0.2));
    recorder.finish();
    expect(recorder.getState()).toEqual({ step: 'too-short', back: false });
    expect(await store.select((work) => work)).toEqual([]);
    await begin();
    hear(voice(1));
    recorder.finish();
    await begin();
    hear(voice(0.2));
    recorder.finish();
    expect(recorder.getState()).toEqual({ step: 'too-short', back: true });
    recorder.rest();
    expect(recorder.getState()).toMatchObject({ step: 'made', earlier: true });
    expect(await store.select((work) => work)).toHaveLength(1);
  });

  it('has the newer recording replace the older one, once it is made', async () => {
    const { recorder, hear, begin, store } = openRecorder();
    for (const seconds of [1, 2]) {
      await begin();
      hear(voice(seconds));
      recorder.finish();
    }
    expect(ownOf(await store.select((work) => work), place).map(({ seconds }) => seconds)).toEqual([2]);
  });

  it('replaces nothing that the child has sent meanwhile', async () => {
    const { recorder, hear, begin, store } = openRecorder();
    await begin();
    hear(voice(1));
    recorder.finish();
    const state = recorder.getState();
    if (state.step !== 'made') throw new Error('nothing was recorded');
    // The page's copy does not know that the recording waits for the wall.
    await store.change(state.recording.id, (work) => ({ ...work, classHashCode: 'class' }));
    await begin();
    hear(voice(2));
    recorder.finish();
    expect(ownOf(await store.select((work) => work), place).map(({ seconds }) => seconds)).toEqual([1, 2]);
  });

  it('keeps what was said so far, for a device that goes off in the middle', async () => {
    const { recorder, hear, begin, store } = openRecorder();
    for (const seconds of [5, 6]) {
      await begin();
      hear(voice(seconds));
      expect(ownOf(await store.select((work) => work), place).at(-1)?.seconds).toBe(seconds);
      vi.advanceTimersByTime(1000);
      if (seconds === 5) recorder.finish();
    }
    expect(await store.select((work) => work)).toHaveLength(2);
    const next = openRecorder(undefined, store);
    await next.recorder.open();
    expect(next.recorder.getState()).toMatchObject({ step: 'made', earlier: true, recording: { seconds: 6 } });
    // The replaced recording is deleted too.
    expect(await store.select((work) => work)).toHaveLength(1);
  });

  it('keeps what was said when the microphone is unplugged', async () => {
    const { recorder, hear, begin, unplug } = openRecorder();
    await begin();
    hear(voice(2));
    unplug();
    expect(recorder.getState()).toMatchObject({ step: 'made', recording: { seconds: 2 } });
  });

  it('ends the microphone of a child who leaves, even when it is there only afterwards', async () => {
    const { recorder, closed, hear } = openRecorder();
    const asked = recorder.start();
    recorder.close();
    await asked;
    expect(closed).toHaveBeenCalledTimes(1);
    hear(voice(1));
    expect(recorder.getState()).toEqual({ step: 'ready' });
  });

  it('says after a while that a microphone which is never heard is busy', async () => {
    const { recorder } = openRecorder();
    await recorder.start();
    await vi.advanceTimersByTimeAsync(8000);
    expect(recorder.getState()).toEqual({ step: 'trouble', trouble: 'busy', back: false });
  });

  it('forgets a recording that the wall has, or that the child takes away', async () => {
    const { recorder, hear, begin, store } = openRecorder();
    for (const end of ['sent', 'forget'] as const) {
      await begin();
      hear(voice(1));
      recorder.finish();
      const state = recorder.getState();
      if (state.step !== 'made') throw new Error('nothing was recorded');
      await (end === 'sent' ? recorder.sent(state.recording, false) : recorder.forget(state.recording));
      expect(recorder.getState()).toEqual(end === 'sent' ? { step: 'sent', shown: false } : { step: 'ready' });
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
    const { recorder } = openRecorder(error);
    await recorder.start();
    expect(recorder.getState()).toEqual({ step: 'trouble', trouble, back: false });
  });
});
