import { talkToYoutube, type YoutubeWord } from '#web/shared/embeds/youtube-frame.ts';
import type { Engine, EngineReport, Phase } from './track.ts';

/** The codes of YouTube's player states. */
const phases: Readonly<Record<number, Phase>> = { 0: 'ended', 1: 'playing', 2: 'paused' };

/** Plays a video in a frame of YouTube's player. */
export function startYoutube(frame: HTMLIFrameElement, report: (change: EngineReport) => void): Engine {
  let hasSpoken = false;
  const talk = talkToYoutube(frame, {
    onWord(word) {
      if (!hasSpoken) {
        hasSpoken = true;
        // The player reports its state by itself, but errors only to a listener that asks for them.
        talk.command('addEventListener', ['onError']);
      }
      report(reportOf(word));
    },
    onSilent: () => report({ phase: 'blocked' }),
  });
  return {
    play: () => talk.command('playVideo'),
    pause: () => talk.command('pauseVideo'),
    seek: (seconds) => talk.command('seekTo', [seconds, true]),
    setRate: (rate) => talk.command('setPlaybackRate', [rate]),
    end: () => talk.end(),
  };
}

function reportOf({ event, info }: YoutubeWord): EngineReport {
  if (event === 'onError') return { phase: 'broken' };
  if (event === 'onStateChange') return phaseReport(info);
  if (typeof info !== 'object' || info === null) return {};
  return {
    ...('playerState' in info ? phaseReport(info.playerState) : {}),
    ...('currentTime' in info && typeof info.currentTime === 'number' ? { time: info.currentTime } : {}),
    ...('duration' in info && typeof info.duration === 'number' ? { duration: info.duration } : {}),
  };
}

function phaseReport(code: unknown): EngineReport {
  const phase = typeof code === 'number' ? phases[code] : undefined;
  return phase ? { phase } : {};
}
