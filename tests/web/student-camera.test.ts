import '#tests/support/dom.ts';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useChecks } from '#web/student/features/check/use-checks.ts';
import { useCamera } from '#web/student/features/scanner/use-camera.ts';

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

/** A device whose camera and microphone open when the test says so. */
function stubDevice() {
  const track = { stop: vi.fn(), addEventListener: () => undefined, getSettings: () => ({}) };
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] };
  let allow = (): void => undefined;
  const asked = vi.fn(() => new Promise((resolve) => (allow = () => resolve(stream))));
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: asked } });
  return { track, asked, allow: () => act(async () => allow()) };
}

it('the camera goes off when its picture cannot be read', async () => {
  const { track, allow } = stubDevice();
  const { result } = renderHook(() => useCamera(() => undefined));
  await allow();
  expect(result.current.state.step).toBe('live');
  act(() => result.current.fail('unsupported'));
  expect(result.current.state).toEqual({ step: 'trouble', trouble: 'unsupported' });
  expect(track.stop).toHaveBeenCalled();
});

it('the device check opens the camera after the microphone', async () => {
  const { asked, allow } = stubDevice();
  const { result } = renderHook(useChecks);
  act(() => void result.current.start());
  await allow();
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  expect(asked).toHaveBeenLastCalledWith({ video: true });
});

it('the device check opens no camera after its page was left', async () => {
  const { asked, track, allow } = stubDevice();
  const { result, unmount } = renderHook(useChecks);
  act(() => void result.current.start());
  unmount();
  await allow();
  expect(track.stop).toHaveBeenCalledOnce();
  expect(asked).toHaveBeenCalledOnce();
});
