import { useEffect, useState, type RefObject } from 'react';
import { talkToYoutube } from '#web/shared/embeds/youtube-frame.ts';

export type PlayerAnswer = 'waiting' | 'there' | 'silent';

/** Whether the YouTube player in a frame has come. */
export function usePlayerAnswer(frame: RefObject<HTMLIFrameElement | null>): PlayerAnswer {
  const [answer, setAnswer] = useState<PlayerAnswer>('waiting');
  useEffect(() => {
    if (!frame.current) return undefined;
    const talk = talkToYoutube(frame.current, {
      onWord: () => setAnswer('there'),
      onSilent: () => setAnswer('silent'),
    });
    return () => talk.end();
  }, [frame]);
  return answer;
}
