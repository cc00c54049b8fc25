import { forgetDevice } from '#tests/support/dom.ts';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paths } from '#web/paths.ts';
import { mute } from '#web/student/platform/sounds/mute.ts';
import { PageSounds } from '#web/student/platform/sounds/page-sounds.ts';

let isPlaying = false;

/** jsdom has no sound: this notes whether the music's gain is above zero. */
class SilentContext {
  readonly state = 'running';
  readonly currentTime = 0;
  createGain() {
    const setTargetAtTime = (level: number) => (isPlaying = level > 0);
    return { gain: { value: 0, setTargetAtTime, cancelScheduledValues: () => undefined }, connect: () => undefined };
  }
  createBuffer() {
    return { copyToChannel: () => undefined };
  }
  suspend = () => Promise.resolve();
  resume = () => Promise.resolve();
}

beforeEach(() => {
  forgetDevice();
  isPlaying = false;
  vi.stubGlobal('AudioContext', SilentContext);
  vi.stubGlobal(
    'AudioBufferSourceNode',
    class extends EventTarget {
      connect = () => undefined;
      start = () => undefined;
    },
  );
});
afterEach(async () => {
  cleanup();
  // The music's loop is made in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Adds a sound or a video to the page; returns a function that plays and pauses it. jsdom plays nothing. */
function addMedia(tag: 'audio' | 'video') {
  const media = document.body.appendChild(document.createElement(tag));
  let playing = false;
  const set = (next: boolean) => {
    playing = next;
    media.dispatchEvent(new Event(next ? 'play' : 'pause'));
  };
  vi.spyOn(media, 'paused', 'get').mockImplementation(() => !playing);
  vi.spyOn(media, 'pause').mockImplementation(() => set(false));
  return Object.assign(set, { isOn: () => playing });
}

/** A page with a sound, opened by its printed code. */
function openPage() {
  window.history.replaceState(null, '', paths.studentContent('one'));
  const router = createBrowserRouter([{ path: '*', element: <PageSounds /> }]);
  render(<RouterProvider router={router} />);
  const set = addMedia('audio');
  const looks = vi.spyOn(document, 'querySelectorAll');

  return {
    end: () => set(false),
    play: () => set(true),
    /** Taps; `onTap` runs as the page's own handler, before the code of the sounds is loaded. */
    tap: (onTap: () => void = () => undefined): void => {
      document.body.addEventListener('click', onTap, { once: true });
      document.body.click();
    },
    isLoaded: () => waitFor(() => expect(looks).toHaveBeenCalledWith('audio, video')),
    open: (hashCode: string) => act(() => router.navigate(paths.studentContent(hashCode))),
  };
}

it('the music plays after the first tap on its page', async () => {
  const { tap, isLoaded } = openPage();
  tap();
  await isLoaded();
  expect(isPlaying).toBe(true);
});

it('a word that the first tap plays keeps the music off until another page is opened', async () => {
  const { tap, play, end, isLoaded, open } = openPage();
  tap(play);
  await isLoaded();
  end();
  expect(isPlaying).toBe(false);
  tap();
  expect(isPlaying).toBe(false);
  await open('two');
  tap();
  expect(isPlaying).toBe(true);
});

it('a word that ends before the music could begin keeps it off', async () => {
  const { tap, play, end, isLoaded, open } = openPage();
  tap(() => {
    play();
    end();
  });
  await isLoaded();
  expect(isPlaying).toBe(false);
  await open('two');
  tap();
  expect(isPlaying).toBe(true);
});

it('a video or a recording that the first tap begins keeps the music off when it ends', async () => {
  const { tap, isLoaded } = openPage();
  let unmute = () => undefined as void;
  tap(() => (unmute = mute()));
  await isLoaded();
  unmute();
  expect(isPlaying).toBe(false);
});

it('a recording that ends before the music could begin keeps it off', async () => {
  const { tap, isLoaded } = openPage();
  tap(() => mute()());
  await isLoaded();
  expect(isPlaying).toBe(false);
});

it('a voice or a video of the wall ends when another one begins', async () => {
  const { tap, isLoaded } = openPage();
  const voice = addMedia('audio');
  const video = addMedia('video');
  tap();
  await isLoaded();
  voice(true);
  video(true);
  expect([voice.isOn(), video.isOn()]).toEqual([false, true]);
  voice(true);
  expect([voice.isOn(), video.isOn()]).toEqual([true, false]);
});
