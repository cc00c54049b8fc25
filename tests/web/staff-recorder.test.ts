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

const refuse = () => {
  throw new DOMException('no format fits', 'NotSupportedError');
};

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
  const getUserMedia = () => Promise.resolve({ getTracks: () => [track] });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  vi.stubGlobal('MediaRecorder', MediaRecorder);
  Object.assign(window, { MediaRecorder });
  const { result } = renderHook(() => useRecorder());
  await act(async () => result.current.start());
  expect(result.current.state.step).toBe('refused');
  expect(track.stop).toHaveBeenCalledOnce();
});
