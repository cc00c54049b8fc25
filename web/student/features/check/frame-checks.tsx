import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { wordwallEmbedOf, youtubeEmbedOf } from '#schema/rules/embeds.ts';
import { talkToYoutube, youtubeSandbox } from '#web/shared/embeds/youtube-frame.ts';
import { bad, good, type CheckResult } from './check-result.ts';

/** Content that stays online: a free film of the Blender Foundation, and a game of the demo school. */
const video = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';
const game = 'https://wordwall.net/resource/2250187';

/** Loads YouTube's player without playing. An answer of the player shows that the network allows YouTube. */
export function YoutubeFrame({ report }: { readonly report: (result: CheckResult) => void }) {
  const { t } = useTranslation('check');
  const latest = useRef(report);
  useEffect(() => {
    latest.current = report;
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
      src={`${youtubeEmbedOf(video)}&enablejsapi=1&origin=${encodeURIComponent(window.location.origin)}`}
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
