import { Icon } from '#web/student/ui/art/icons.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';

interface RetryButtonProps {
  readonly onRetry: () => void;
  readonly className?: string;
}

/** The main button of a page or a sheet that could not be loaded. */
export function RetryButton({ onRetry, className = '' }: RetryButtonProps) {
  const { t } = useWords();
  return (
    <button type="button" className={`button button-primary ${className}`} onClick={onRetry}>
      <Icon name="play" size={30} />
      <Words text={t('tryAgain')} />
    </button>
  );
}
