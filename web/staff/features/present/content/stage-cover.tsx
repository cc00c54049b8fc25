import { Button } from '@blueprintjs/core';
import { Offline, Play } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';

interface StageCoverProps {
  readonly text: string;
  readonly onPress: () => void;
}

/** One large button over a video or game before it starts, and over a video that is stopped. */
export function StageCover({ text, onPress }: StageCoverProps) {
  return (
    <button type="button" className="board-cover" onClick={onPress}>
      <Play size={96} />
      <span>{text}</span>
    </button>
  );
}

interface StageProblemProps {
  readonly title: string;
  readonly text: string;
  readonly onRetry: () => void;
}

/** Shown where a video or game cannot be loaded: what happened, and what to do. */
export function StageProblem({ title, text, onRetry }: StageProblemProps) {
  const { t } = useTranslation('common');
  return (
    <div className="board-problem" role="alert">
      <Offline size={56} />
      <h2>{title}</h2>
      <p>{text}</p>
      <Button size="large" text={t('retry')} onClick={onRetry} />
    </div>
  );
}
