import type { Engine, EngineReport } from './track.ts';

/** Plays one of our sounds in an audio element, which is added to `place`. */
export function startAudio(place: Element, url: string, report: (heard: EngineReport) => void): Engine {
  const audio = place.appendChild(new Audio());
  const controller = new AbortController();
  const on = (name: keyof HTMLMediaElementEventMap, read: () => EngineReport) =>
    audio.addEventListener(name, () => report(read()), { signal: controller.signal });
  const time = () => ({ time: audio.currentTime });

  on('durationchange', () => ({ duration: Number.isFinite(audio.duration) ? audio.duration : 0 }));
  on('timeupdate', time);
  on('seeked', time);
  on('playing', () => ({ phase: 'playing', ...time() }));
  // The `ended` event follows and reports the end.
  on('pause', () => (audio.ended ? {} : { phase: 'paused', ...time() }));
  on('ended', () => ({ phase: 'ended', ...time() }));
  on('error', () => ({ phase: 'broken' }));
  audio.preload = 'auto';
  audio.src = url;

  return {
    play: () =>
      void audio.play().catch((error: unknown) => {
        // A pause before playback starts is no failure.
        if (!(error instanceof DOMException && error.name === 'AbortError')) report({ phase: 'broken' });
      }),
    pause: () => audio.pause(),
    seek: (seconds) => {
      audio.currentTime = seconds;
    },
    setRate: (rate) => {
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
    },
    end: () => {
      controller.abort();
      audio.pause();
      audio.remove();
    },
  };
}
