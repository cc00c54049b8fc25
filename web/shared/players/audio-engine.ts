import { isCutShort, loadAgain } from './load-again.ts';
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
  // At the end of a sound, `ended` follows and reports the end. After a failure, `error` has reported it.
  on('pause', () => (audio.ended || audio.error ? {} : { phase: 'paused', ...time() }));
  on('ended', () => ({ phase: 'ended', ...time() }));
  on('error', () => ({ phase: 'broken' }));
  audio.preload = 'auto';
  audio.src = url;

  return {
    play: () => {
      if (audio.error) loadAgain(audio);
      void audio.play().catch((error: unknown) => {
        if (!isCutShort(error)) report({ phase: 'broken' });
      });
    },
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
