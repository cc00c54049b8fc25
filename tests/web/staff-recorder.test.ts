import '#tests/support/dom.ts';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useRecorder } from '#web/staff/features/sounds/use-recorder.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
  Reflect.deleteProperty(window, 'MediaRecorder');
});

const fail = (name: string) => () => {
  throw new DOMException('no', name);
};
const refuse = fail('NotSupportedError');

function takeMicrophone(getUserMedia: () => Promise<unknown>): void {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
}

class Unmade {
  constructor() {
    refuse();
  }
}

class Unstarted {
  readonly start = refuse;
}

test.each([
  ['is not made', Unmade],
  ['does not start', Unstarted],
])('the microphone goes off where the browser’s recorder %s', async (_, MediaRecorder) => {
  const track = { stop: vi.fn() };
  takeMicrophone(() => Promise.resolve({ getTracks: () => [track] }));
  vi.stubGlobal('MediaRecorder', MediaRecorder);
  Object.assign(window, { MediaRecorder });
  const { result } = renderHook(() => useRecorder());
  await act(async () => result.current.start());
  expect(result.current.state.step).toBe('unsupported');
  expect(track.stop).toHaveBeenCalledOnce();
});

test.each([
  ['NotAllowedError', 'refused'],
  ['NotReadableError', 'no-microphone'],
  ['AbortError', 'failed'],
])('a microphone that ends with %s is said to be %s', async (name, step) => {
  takeMicrophone(async () => fail(name)());
  Object.assign(window, { MediaRecorder: Unmade });
  const { result } = renderHook(() => useRecorder());
  await act(async () => result.current.start());
  expect(result.current.state.step).toBe(step);
});
