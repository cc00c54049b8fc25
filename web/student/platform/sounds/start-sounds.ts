import { renewLinks } from '#web/student/platform/apollo/renew-links.ts';
import { isMuted, onMuteChange } from './mute.ts';
import { musicSwitch, tapsSwitch } from '#web/student/platform/switches.ts';
import { watchMedia } from './playing-media.ts';
import { createMusic } from './music.ts';
import { createMusicEngine } from './music-engine.ts';
import { createTapSound } from './tap-sound.ts';

export interface SoundControls {
  /** Tells whether the shown page has music. */
  readonly setMusicPage: (has: boolean) => void;
  readonly end: () => void;
}

/** Milliseconds of delay, so that the tap is drawn before its sound. iPads still count a timer as part of the tap. */
const aFrame = 24;

/** Elements that speak when tapped have no tap sound, which would cover the beginning of the word. */
const tappable = 'button:not([aria-disabled=true], [data-speaks]), a[href], label';

/** Starts music and tap sounds, after a first tap; `startedOnMusicPage`: that tap was on a page with music. */
export function startSounds(startedOnMusicPage: boolean): SoundControls {
  const music = createMusic(createMusicEngine(() => music.fail()));
  const taps = createTapSound();
  const controller = new AbortController();
  const { signal } = controller;

  const onClick = ({ target }: Event) => {
    if (target instanceof Element && target.closest(tappable) && tapsSwitch.get() && !isMuted())
      setTimeout(() => taps.tick(), aFrame);
    music.tap();
  };
  document.addEventListener('click', onClick, { capture: true, signal });
  document.addEventListener('visibilitychange', () => document.hidden && music.hide(), { signal });
  window.addEventListener('pagehide', () => music.hide(), { signal });
  const unsubscribers = [
    onMuteChange(() => music.setQuiet(isMuted())),
    musicSwitch.subscribe(() => music.setWanted(musicSwitch.get())),
    watchMedia(),
    // Links expire only on pages that stay open long, and such pages were tapped, so renewal can load this late.
    renewLinks(),
  ];
  music.setWanted(musicSwitch.get());
  if (isMuted()) music.setQuiet(true);
  music.setMusicPage(startedOnMusicPage);
  music.tap();
  return {
    setMusicPage: (has) => music.setMusicPage(has),
    end() {
      controller.abort();
      for (const unsubscribe of unsubscribers) unsubscribe();
      music.end();
      taps.end();
    },
  };
}
