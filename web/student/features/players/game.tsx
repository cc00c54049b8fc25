import { wordwallEmbedOf } from '#schema/rules/embeds.ts';
import { useReach } from '#web/shared/embeds/use-reach.ts';
import { useMute } from '#web/student/platform/sounds/mute.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { useFocusAfterPress } from '#web/student/ui/controls/use-kept-focus.ts';
import { StageCover } from './stage-cover.tsx';
import { StageProblem } from './stage-problem.tsx';
import './stage.css';

interface GameProps {
  /** A Wordwall link in its stored form. */
  readonly link: string;
  readonly name: string;
  readonly onPlayed: () => void;
}

/** A Wordwall game in a sandboxed frame that cannot reach our pages or open windows. */
export function Game({ link, name, onPlayed }: GameProps) {
  const { t } = useWords();
  const source = wordwallEmbedOf(link);
  const { step, check: play, setMissing } = useReach(source);
  const player = useFocusAfterPress<HTMLDivElement>(step);
  useMute(step === 'checking' || step === 'there');
  if (step === 'missing') {
    return (
      <div ref={player} tabIndex={-1} className="player">
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
    <div ref={player} tabIndex={-1} className="player">
      <div className="stage stage-game">
        {step === 'covered' && <StageCover type="GAME" icon="play" words={t('play')} onTap={play} />}
        {step === 'checking' && (
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
      {/* A network may put its own page in the frame; the child sees it. */}
      {step === 'there' && (
        <button type="button" className="button" onClick={setMissing}>
          <Icon name="question" size={30} />
          <Words text={t('gameMissing')} />
        </button>
      )}
    </div>
  );
}
