import { youtubePlayer } from '#schema/rules/embeds.ts';

/** The sandbox of the frame: it may play, but not open windows. */
export const youtubeSandbox = 'allow-scripts allow-same-origin allow-presentation';

/** Milliseconds without a message after which the network counts as blocking YouTube. */
const patience = 8000;
const between = 400;

/** A message of the player: `event` names it, `info` is a number or an object of changed values. */
export interface YoutubeWord {
  readonly event: string;
  readonly info: unknown;
}

interface Conversation {
  readonly onWord: (word: YoutubeWord) => void;
  /** Called when no message arrives in time: a frame does not report that the network refused it. */
  readonly onSilent: () => void;
}

/**
 * Connects to the YouTube player in a frame by messages (YouTube's IFrame Player API). The player answers pages that
 * register as listeners.
 */
export function talkToYoutube(frame: HTMLIFrameElement, { onWord, onSilent }: Conversation) {
  const say = (words: object) =>
    frame.contentWindow?.postMessage(JSON.stringify({ ...words, id: 'manabook', channel: 'widget' }), '*');
  const command = (func: string, args: readonly unknown[] = []) => say({ event: 'command', func, args });

  const ask = setInterval(() => say({ event: 'listening' }), between);
  const giveUp = setTimeout(onSilent, patience);
  const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== youtubePlayer || source !== frame.contentWindow) return;
    clearInterval(ask);
    clearTimeout(giveUp);
    const word = wordOf(data);
    if (word) onWord(word);
  };
  window.addEventListener('message', listen);

  return {
    command,
    end(): void {
      clearInterval(ask);
      clearTimeout(giveUp);
      window.removeEventListener('message', listen);
    },
  };
}

function wordOf(data: unknown): YoutubeWord | undefined {
  try {
    const word: unknown = typeof data === 'string' ? JSON.parse(data) : data;
    if (typeof word !== 'object' || word === null || !('event' in word)) return undefined;
    return { event: String(word.event), info: 'info' in word ? word.info : undefined };
  } catch {
    return undefined;
  }
}
