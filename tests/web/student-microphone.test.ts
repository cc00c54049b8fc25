import '#tests/support/dom.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { patience } from '#tests/support/patience.ts';
import { openMicrophone } from '#web/student/features/record/microphone.ts';
import { createRecorder } from '#web/student/features/record/recorder.ts';
import { createWorkStore } from '#web/student/platform/sending/work-store.ts';

const never = () => new Promise<void>(() => undefined);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

/** A device whose microphone is free at once, and whose worklet and sound come when and as the test says. */
function stubDevice(addModule: () => Promise<void>, resume = () => Promise.resolve()) {
  const context = { state: 'running' };
  class AudioContext {
    readonly sampleRate = 48_000;
    readonly audioWorklet = { addModule };
    get state() {
      return context.state;
    }
    close = () => {
      context.state = 'closed';
      return Promise.resolve();
    };
    resume = resume;
  }
  vi.stubGlobal('AudioContext', AudioContext);
  vi.stubGlobal('AudioWorkletNode', class {});
  Object.assign(window, { AudioWorkletNode: class {} });
  const track = { stop: vi.fn() };
  const getUserMedia = vi.fn(() => Promise.resolve({ getTracks: () => [track] }));
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  const recorder = createRecorder({
    place: { profileId: 'hana', contentHashCode: 'page', lessonHashCode: 'unit' },
    store: createWorkStore(),
    openMicrophone,
  });
  return { recorder, track, context, getUserMedia };
}

it('says that the recorder did not come, and not that the microphone is busy, where its code is missing', async () => {
  const missing = () => Promise.reject(new DOMException('Unable to load a worklet’s module.', 'AbortError'));
  const { recorder, track, context } = stubDevice(missing);
  await recorder.start();
  expect(recorder.getState()).toEqual({ step: 'trouble', trouble: 'unloaded', back: false });
  expect(track.stop).toHaveBeenCalled();
  expect(context.state).toBe('closed');
});

it('turns the microphone off at once when the child cancels while the recorder’s code is still coming', async () => {
  const { recorder, track, context, getUserMedia } = stubDevice(never);
  void recorder.start();
  await vi.waitFor(() => expect(getUserMedia).toHaveBeenCalledOnce(), patience);
  // The child has allowed the microphone.
  await getUserMedia.mock.results[0]?.value;
  expect(track.stop).not.toHaveBeenCalled();
  recorder.finish();
  expect(recorder.getState()).toEqual({ step: 'ready' });
  expect(track.stop).toHaveBeenCalled();
  expect(context.state).toBe('closed');
});

it('turns off a microphone that is allowed after the child has left', async () => {
  const { recorder, track, context, getUserMedia } = stubDevice(never);
  let allow = () => {};
  const stream = { getTracks: () => [track] };
  getUserMedia.mockReturnValue(new Promise((resolve) => (allow = () => resolve(stream))));
  void recorder.start();
  recorder.close();
  expect(context.state).toBe('closed');
  allow();
  await vi.waitFor(() => expect(track.stop).toHaveBeenCalled(), patience);
});

it.each([
  ['unloaded', never, () => Promise.resolve()],
  ['busy', () => Promise.resolve(), never],
] as const)(
  'gives an allowed microphone that does not begin some seconds, and says %s',
  async (trouble, load, resume) => {
    vi.useFakeTimers();
    const { recorder, track, context } = stubDevice(load, resume);
    void recorder.start();
    await vi.advanceTimersByTimeAsync(7_900);
    expect(recorder.getState()).toEqual({ step: 'asking' });
    await vi.advanceTimersByTimeAsync(100);
    expect(recorder.getState()).toEqual({ step: 'trouble', trouble, back: false });
    expect(track.stop).toHaveBeenCalled();
    expect(context.state).toBe('closed');
  },
);
