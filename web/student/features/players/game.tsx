import { useEffect, useState } from 'react';
import { wordwallEmbedOf } from '#schema/rules/embeds.ts';
import { useQuiet } from '#web/student/platform/sounds/quiet.ts';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { StageCover } from './stage-cover.tsx';
import { StageProblem } from './stage-problem.tsx';
import './stage.css';

interface GameProps {
  /** In the form in which Wordwall links are kept. */
  readonly link: string;
  readonly name: string;
  readonly onPlayed: () => void;
}

type Step = 'covered' | 'asked' | 'there' | 'missing';

/** A game on Wordwall, in a frame that can reach nothing of ours and open nothing beside it. */
export function Game({ link, name, onPlayed }: GameProps) {
  const { t } = useWords();
  const [step, setStep] = useState<Step>('covered');
  const source = wordwallEmbedOf(link);
  useQuiet(step === 'asked' || step === 'there');
  useEffect(() => {
    if (step !== 'asked') return undefined;
    let gone = false;
    const { reached, end } = askReach(source);
    void reached.then((there) => gone || setStep(there ? 'there' : 'missing'));
    return () => {
      gone = true;
      end();
    };
  }, [step, source]);
  const play = () => setStep('asked');
  if (step === 'missing') {
    return (
      <div className="player">
        <StageProblem
          title={t('gameBlockedTitle')}
          text={t('gameBlockedText')}
          grownUp={t('gameBlockedGrownUp')}
          onRetry={play}
        />
      </div>
    );
  }
  return (
    <div className="player">
      <div className="stage stage-game">
        {step === 'covered' && <StageCover type="GAME" icon="play" words={t('play')} onTap={play} />}
        {step === 'asked' && (
          <p className="stage-cover" role="status">
            <Words text={t('wait')} />
          </p>
        )}
        {step === 'there' && (
          <iframe
            title={plain(t('game', { name }))}
            src={source}
            sandbox="allow-scripts allow-same-origin"
            allow="autoplay"
            referrerPolicy="strict-origin-when-cross-origin"
            onLoad={onPlayed}
          />
        )}
      </div>
      {/* A network may answer with a page of its own: the child sees it. */}
      {step === 'there' && (
        <button type="button" className="button" onClick={() => setStep('missing')}>
          <Words text={t('gameMissing')} />
        </button>
      )}
    </div>
  );
}

/** Milliseconds in which a site must have answered. */
const answersWithin = 8000;

/** Whether this network lets an address of another site through, which a frame tells nobody. Ended, it is false at once. */
export function askReach(url: string): { readonly reached: Promise<boolean>; readonly end: () => void } {
  const asked = new AbortController();
  const timer = setTimeout(() => asked.abort(), answersWithin);
  const reached = fetch(url, { mode: 'no-cors', credentials: 'omit', signal: asked.signal }).then(
    () => true,
    () => false,
  );
  return {
    reached,
    end() {
      clearTimeout(timer);
      asked.abort();
    },
  };
}
