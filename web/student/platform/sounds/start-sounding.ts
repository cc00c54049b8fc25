import { isQuiet, onQuiet } from './quiet.ts';
import { musicSwitch, tapsSwitch } from '#web/student/platform/switches.ts';
import { noticeMedia } from './heard-media.ts';
import { createMusic } from './music.ts';
import { createMusicEngine } from './music-engine.ts';
import { createTapSound } from './tap-sound.ts';

export interface Sounding {
  /** Whether the page that is shown has music. */
  readonly setMusicPage: (has: boolean) => void;
  readonly end: () => void;
}

/** Milliseconds: what a tap shows goes before its sound. By a timer, through which an iPad still knows of the tap. */
const aFrame = 24;

/** What speaks when it is tapped has no tick, which would lie over the beginning of its word. */
const tappable = 'button:not([aria-disabled=true], [data-speaks]), a[href], label';

/** Starts listening to what is tapped, played and hidden; `tapped` when the first tap was on a page that has music. */
export function startSounding(tapped: boolean): Sounding {
  const music = createMusic(createMusicEngine(() => music.fail()));
  const taps = createTapSound();
  const stops = new AbortController();
  const { signal } = stops;

  const onClick = ({ target }: Event) => {
    if (target instanceof Element && target.closest(tappable) && tapsSwitch.get() && !isQuiet())
      setTimeout(() => taps.tick(), aFrame);
    music.tap();
  };
  document.addEventListener('click', onClick, { capture: true, signal });
  document.addEventListener('visibilitychange', () => document.hidden && music.hide(), { signal });
  window.addEventListener('pagehide', () => music.hide(), { signal });
  const forget = [
    onQuiet(() => music.setQuiet(isQuiet())),
    musicSwitch.subscribe(() => music.setWanted(musicSwitch.get())),
    noticeMedia(),
  ];
  music.setWanted(musicSwitch.get());
  if (isQuiet()) music.setQuiet(true);
  music.setPage(tapped);
  music.tap();
  return {
    setMusicPage: (has) => music.setPage(has),
    end() {
      stops.abort();
      for (const one of forget) one();
      music.end();
      taps.end();
    },
  };
}
