import { youtubePlayer } from '#schema/rules/embeds.ts';

/** What its frame may do: play, and open nothing beside it. */
export const youtubeSandbox = 'allow-scripts allow-same-origin allow-presentation';

/** Milliseconds after which a network that lets YouTube through would long have answered. */
const patience = 8000;
const between = 400;

/** What the player says: `event` names it, `info` is a number or an object of what has changed. */
export interface YoutubeWord {
  readonly event: string;
  readonly info: unknown;
}

interface Conversation {
  readonly onWord: (word: YoutubeWord) => void;
  /** It has said nothing for as long as it should take: a frame tells nobody that its network refused it. */
  readonly onSilent: () => void;
}

/** Talks with the YouTube player in a frame, which answers who listens to it (YouTube's IFrame Player API, by messages). */
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
