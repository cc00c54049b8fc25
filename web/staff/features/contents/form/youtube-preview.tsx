import { Button } from '@blueprintjs/core';
import { useRef, useState, useEffect, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { youtubeEmbedOf } from '#schema/rules/embeds.ts';
import { youtubeSandbox, talkToYoutube } from '#web/shared/embeds/youtube-frame.ts';
import './link-preview.css';

/** The video as students will see it, and advice for networks that block YouTube. */
export function YoutubePreview({ link }: { readonly link: string }) {
  const [attempt, setAttempt] = useState(0);
  return <Player key={`${link} ${attempt}`} link={link} onRetry={() => setAttempt(attempt + 1)} />;
}

function Player({ link, onRetry }: { readonly link: string; readonly onRetry: () => void }) {
  const { t } = useTranslation(['contents', 'common']);
  const frame = useRef<HTMLIFrameElement>(null);
  const answer = usePlayerAnswer(frame);
  const { origin } = window.location;
  return (
    <div className="link-preview">
      <iframe
        ref={frame}
        title={t('youtubePreview')}
        src={`${youtubeEmbedOf(link)}&enablejsapi=1&origin=${encodeURIComponent(origin)}`}
        sandbox={youtubeSandbox}
        allow="encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        hidden={answer === 'silent'}
      />
      {answer === 'silent' && (
        <div className="link-blocked" role="status">
          <p>
            <b>{t('youtubeBlockedTitle')}</b> {t('youtubeBlockedText')}
          </p>
          <Button size="small" text={t('common.retry')} onClick={onRetry} />
        </div>
      )}
      <p className="link-kept">
        {t('linkKeptAs')}{' '}
        <a href={link} target="_blank" rel="noreferrer">
          {link}
        </a>
      </p>
    </div>
  );
}

export type PlayerAnswer = 'waiting' | 'there' | 'silent';

/** Reports whether the YouTube player in a frame has loaded. */
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
