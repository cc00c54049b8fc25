import '#tests/support/dom.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { openMicrophone } from '#web/student/features/record/microphone.ts';
import { createRecorder } from '#web/student/features/record/recorder.ts';
import { createWorkStore } from '#web/student/platform/sending/work-store.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

/** A device whose microphone is free at once, and whose worklet comes when and as the test says. */
function stubDevice(addModule: () => Promise<void>) {
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
    resume = () => Promise.resolve();
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
  expect(track.stop).toHaveBeenCalledOnce();
  expect(context.state).toBe('closed');
});
