import { OfflineCloud } from '#web/student/ui/art/empty-states.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';

interface StageProblemProps {
  readonly title: string;
  readonly text: string;
  readonly grownUp?: string;
  readonly onRetry: () => void;
}

/** Shown in place of a player that could not be loaded: what happened, one next step, and a hint for a grown-up. */
export function StageProblem({ title, text, grownUp, onRetry }: StageProblemProps) {
  const { t } = useWords();
  return (
    <div className="stage-problem" role="alert">
      <OfflineCloud />
      <h2>
        <Words text={title} />
      </h2>
      <p>
        <Words text={text} />
      </p>
      <button type="button" className="button button-primary" onClick={onRetry}>
        <Icon name="again" size={32} />
        <span>
          <Words text={t('tryAgain')} />
        </span>
      </button>
      {grownUp && (
        <p className="stage-grown-up">
          <Words text={grownUp} />
        </p>
      )}
    </div>
  );
}
