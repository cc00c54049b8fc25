import { refreshOnReturn, renewLinks } from '#web/student/platform/apollo/renew-links.ts';
import { isMuted, onMuteChange } from './mute.ts';
import { musicSwitch, tapsSwitch } from '#web/student/platform/switches.ts';
import { watchMedia } from './playing-media.ts';
import { createMusic, type SoundPage } from './music.ts';
import { createMusicEngine } from './music-engine.ts';
import { createTapSound } from './tap-sound.ts';

export interface SoundControls {
  readonly showPage: (page: SoundPage) => void;
  readonly end: () => void;
}

/** Milliseconds of delay, so that the tap is drawn before its sound. iPads still count a timer as part of the tap. */
const aFrame = 24;

/** Elements that speak when tapped have no tap sound, which would cover the beginning of the word. */
const tappable = 'button:not([aria-disabled=true], [data-speaks]), a[href], label';

interface Start {
  /** The page of the first tap. */
  readonly page: SoundPage;
  /** A sound or a recording has begun on that page, and may have ended. */
  readonly hasSounded: boolean;
}

/** Starts music and tap sounds, after a first tap. */
export function startSounds({ page, hasSounded }: Start): SoundControls {
  const music = createMusic(createMusicEngine(() => music.fail()));
  // The page comes first: a newly shown page forgets what was heard before.
  music.showPage(page);
  if (hasSounded) music.setQuiet(true);
  music.setQuiet(isMuted());
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
    // Only pages that stay open long need these two, and such pages were tapped, so they can load this late.
    renewLinks(),
    refreshOnReturn({ isClaimed: isMuted, subscribe: onMuteChange }),
  ];
  music.setWanted(musicSwitch.get());
  music.tap();
  return {
    showPage: (next) => music.showPage(next),
    end() {
      controller.abort();
      for (const unsubscribe of unsubscribers) unsubscribe();
      music.end();
      taps.end();
    },
  };
}
