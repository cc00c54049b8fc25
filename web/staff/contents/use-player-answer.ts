import { useEffect, useState, type RefObject } from 'react';

export type PlayerAnswer = 'waiting' | 'there' | 'silent';

const player = 'https://www.youtube-nocookie.com';

/** Milliseconds after which a network that lets YouTube through would long have answered. */
const patience = 8000;
const between = 400;

/**
 * Whether the YouTube player in a frame has come. A frame tells nobody that its network refused it, but the player
 * answers who listens to it.
 */
export function usePlayerAnswer(frame: RefObject<HTMLIFrameElement | null>): PlayerAnswer {
  const [answer, setAnswer] = useState<PlayerAnswer>('waiting');
  useEffect(() => {
    if (answer === 'there') return undefined;
    const ask = setInterval(() => {
      const words = JSON.stringify({ event: 'listening', id: 'preview', channel: 'widget' });
      frame.current?.contentWindow?.postMessage(words, '*');
    }, between);
    const giveUp = setTimeout(() => setAnswer('silent'), patience);
    const listen = ({ origin, source }: MessageEvent) => {
      if (origin === player && source === frame.current?.contentWindow) setAnswer('there');
    };
    window.addEventListener('message', listen);
    return () => {
      clearInterval(ask);
      clearTimeout(giveUp);
      window.removeEventListener('message', listen);
    };
  }, [answer, frame]);
  return answer;
}
