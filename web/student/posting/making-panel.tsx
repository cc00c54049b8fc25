import { Icon } from '#web/student/art/icons.tsx';
import { ProgressBar } from '#web/student/sending/send-progress.tsx';
import { Words } from '#web/student/text/words.tsx';
import { usePostingWords } from './posting-words.ts';

interface MakingPanelProps {
  readonly share: number | undefined;
  readonly onCancel: () => void;
}

/** A file is being made ready on the device. */
export function MakingPanel({ share, onCancel }: MakingPanelProps) {
  const { t } = usePostingWords();
  const text = share === undefined ? t('reading') : t('making', { percent: Math.round(share * 100) });
  return (
    <>
      <ProgressBar text={text} label={t('makingBar')} share={share} />
      <button type="button" className="button" onClick={onCancel}>
        <Icon name="close" size={30} />
        <Words text={t('cancel')} />
      </button>
    </>
  );
}
