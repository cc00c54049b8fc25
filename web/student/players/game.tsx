import { useState } from 'react';
import { wordwallEmbedOf } from '#schema/rules/embeds.ts';
import { useQuiet } from '#web/student/frame/quiet.ts';
import { plain } from '#web/student/text/furigana.ts';
import { useWords, Words } from '#web/student/text/words.tsx';
import { StageCover } from './stage-cover.tsx';
import { StageProblem } from './stage-problem.tsx';
import './stage.css';

interface GameProps {
  /** In the form in which Wordwall links are kept. */
  readonly link: string;
  readonly name: string;
  readonly onPlayed: () => void;
}

/** A game on Wordwall, in a frame that can reach nothing of ours and open nothing beside it. */
export function Game({ link, name, onPlayed }: GameProps) {
  const { t } = useWords();
  const [attempt, setAttempt] = useState(0);
  const [missed, setMissed] = useState(false);
  useQuiet(attempt > 0 && !missed);
  const play = () => {
    setMissed(false);
    setAttempt(attempt + 1);
  };
  if (missed) {
    return (
      <div className="player">
        <StageProblem
          title={t('gameBlockedTitle')}
          text={t('filmBlockedText')}
          grownUp={t('gameBlockedGrownUp')}
          onRetry={play}
        />
      </div>
    );
  }
  return (
    <div className="player">
      <div className="stage stage-game">
        {attempt === 0 ? (
          <StageCover type="GAME" icon="play" words={t('play')} onTap={play} />
        ) : (
          <iframe
            key={attempt}
            title={plain(t('game', { name }))}
            src={wordwallEmbedOf(link)}
            sandbox="allow-scripts allow-same-origin"
            allow="autoplay"
            referrerPolicy="strict-origin-when-cross-origin"
            onLoad={onPlayed}
          />
        )}
      </div>
      {/* A frame tells nobody that its network refused it: the child does. */}
      {attempt > 0 && (
        <button type="button" className="button" onClick={() => setMissed(true)}>
          <Words text={t('gameMissing')} />
        </button>
      )}
    </div>
  );
}
