import { mute } from './mute.ts';

/** Milliseconds between two checks of playing media: an element that is removed from the page fires no event. */
const pace = 300;

const isPlaying = (media: HTMLMediaElement) => media.isConnected && !media.paused && !media.ended && !media.muted;

/**
 * Mutes the app's music while any audio or video element of the page plays, and pauses an element when another begins: a
 * wall has many voices and videos, and two at once cannot be understood. Ends when the returned function is called.
 */
export function watchMedia(): () => void {
  const stops = new AbortController();
  let release: (() => void) | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const playing = new Set<HTMLMediaElement>();

  const look = () => {
    for (const media of playing) if (!isPlaying(media)) playing.delete(media);
    if (playing.size > 0 && !release) {
      release = mute();
      timer = setInterval(look, pace);
    } else if (playing.size === 0) end();
  };
  const end = () => {
    clearInterval(timer);
    release?.();
    release = undefined;
  };
  const add = (target: unknown) => {
    if (target instanceof HTMLMediaElement && isPlaying(target)) playing.add(target);
  };
  const onChange = ({ type, target }: Event) => {
    add(target);
    if (type === 'play') pauseOthers(target);
    look();
  };
  const pauseOthers = (begun: EventTarget | null) => {
    if (begun instanceof HTMLMediaElement && playing.has(begun))
      for (const media of playing) if (media !== begun) media.pause();
  };
  // These events do not bubble, but the document sees them in the capture phase.
  for (const name of ['play', 'volumechange', 'pause', 'ended'])
    document.addEventListener(name, onChange, { capture: true, signal: stops.signal });
  document.querySelectorAll('audio, video').forEach(add);
  look();
  return () => {
    stops.abort();
    end();
  };
}
