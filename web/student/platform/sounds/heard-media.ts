import { claimQuiet } from './quiet.ts';

/** Milliseconds between two looks at media that play: one that is taken out of the page tells nobody. */
const pace = 300;

const isHeard = (media: HTMLMediaElement) => media.isConnected && !media.paused && !media.ended && !media.muted;

/** Claims quiet while a sound or a film of the page plays, whoever plays it, until the function that it returns is called. */
export function noticeMedia(): () => void {
  const stops = new AbortController();
  let release: (() => void) | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const heard = new Set<HTMLMediaElement>();

  const look = () => {
    for (const media of heard) if (!isHeard(media)) heard.delete(media);
    if (heard.size > 0 && !release) {
      release = claimQuiet();
      timer = setInterval(look, pace);
    } else if (heard.size === 0) end();
  };
  const end = () => {
    clearInterval(timer);
    release?.();
    release = undefined;
  };
  const add = (target: unknown) => {
    if (target instanceof HTMLMediaElement && isHeard(target)) heard.add(target);
  };
  const onChange = ({ target }: Event) => {
    add(target);
    look();
  };
  // These events do not rise, but on their way down the page sees them.
  for (const name of ['play', 'volumechange', 'pause', 'ended'])
    document.addEventListener(name, onChange, { capture: true, signal: stops.signal });
  document.querySelectorAll('audio, video').forEach(add);
  look();
  return () => {
    stops.abort();
    end();
  };
}
