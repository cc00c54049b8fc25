import { Spinner } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { wordwallEmbedOf } from '#schema/rules/embeds.ts';
import { useReach } from '#web/shared/embeds/use-reach.ts';
import { StageCover, StageProblem } from './stage-cover.tsx';
import './board-media.css';

interface BoardGameProps {
  /** A Wordwall link in its stored form. */
  readonly link: string;
  readonly name: string;
  /** Further tools. */
  readonly children?: ReactNode;
}

/** A Wordwall game. Nothing is loaded from Wordwall before the first press; that press first checks the network. */
export function BoardGame({ link, name, children }: BoardGameProps) {
  const { t } = useTranslation('present');
  const source = wordwallEmbedOf(link);
  const { step, check: play } = useReach(source);
  return (
    <>
      <div className="board-stage">
        {step === 'missing' ? (
          <StageProblem title={t('gameBlockedTitle')} text={t('gameBlockedText')} onRetry={play} />
        ) : (
          <div className="board-screen board-screen-game">
            {step === 'covered' && <StageCover text={t('play')} onPress={play} />}
            {step === 'checking' && <Spinner aria-label={t('gameLoading')} />}
            {step === 'there' && (
              <iframe
                title={t('gameOf', { name })}
                src={source}
                sandbox="allow-scripts allow-same-origin"
                allow="autoplay"
                referrerPolicy="strict-origin-when-cross-origin"
              />
            )}
          </div>
        )}
      </div>
      <div className="board-tools">{children}</div>
    </>
  );
}
