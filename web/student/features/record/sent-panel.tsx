import { paths } from '#web/shared/paths.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { Words } from '#web/student/ui/text/words.tsx';
import { useRecordWords } from './recorder-message.tsx';

interface SentPanelProps {
  /** The code of the wall's class. */
  readonly wall: string | undefined;
  readonly onAgain: () => void;
}

/** Shown after sending: open the wall, or record again. */
export function SentPanel({ wall, onAgain }: SentPanelProps) {
  const { t } = useRecordWords();
  return (
    <div className="record-made">
      {wall !== undefined && (
        <Link className="button button-primary" to={paths.communityList({ class: wall })}>
          <Icon name="wall" size={40} />
          <Words text={t('toWall')} />
        </Link>
      )}
      <button type="button" className="button" onClick={onAgain}>
        <Icon name="microphone" size={34} />
        <Words text={t('recordOneMore')} />
      </button>
    </div>
  );
}
