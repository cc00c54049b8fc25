import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { wordwallEmbedOf, youtubeEmbedOf } from '#schema/rules/embeds.ts';
import { talkToYoutube, youtubeSandbox } from '#web/shared/embeds/youtube-frame.ts';
import { bad, good, type Verdict } from './verdict.ts';

/** Content that stays online: a free film of the Blender Foundation, and a game of the demo school. */
const film = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';
const game = 'https://wordwall.net/resource/2250187';

/** Loads YouTube's player without playing. An answer of the player shows that the network allows YouTube. */
export function YoutubeFrame({ tell }: { readonly tell: (verdict: Verdict) => void }) {
  const { t } = useTranslation('check');
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  const ref = useCallback((frame: HTMLIFrameElement) => {
    const talk = talkToYoutube(frame, {
      onWord: () => latest.current(good),
      onSilent: () => latest.current(bad('youtube-blocked')),
    });
    return () => talk.end();
  }, []);
  return (
    <iframe
      ref={ref}
      className="check-frame"
      title={t('youtube')}
      src={`${youtubeEmbedOf(film)}&enablejsapi=1&origin=${encodeURIComponent(window.location.origin)}`}
      sandbox={youtubeSandbox}
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}

/** Loads a Wordwall game. A page cannot tell whether a frame has loaded, so the teacher answers. */
export function WordwallFrame() {
  const { t } = useTranslation('check');
  return (
    <iframe
      className="check-frame"
      title={t('wordwall')}
      src={wordwallEmbedOf(game)}
      sandbox="allow-scripts allow-same-origin"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
