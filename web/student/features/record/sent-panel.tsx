import { paths } from '#web/shared/paths.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import type { StudentContent } from '#web/student/features/players/page-view.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import type { Where } from '#web/student/platform/place.ts';
import { Words } from '#web/student/ui/text/words.tsx';
import { useRecordWords } from './recorder-message.tsx';
import { useClassOf } from './send-panel.tsx';

interface SentPanelProps {
  readonly content: StudentContent;
  readonly where: Where;
  readonly onAgain: () => void;
}

/** Shown after sending: open the wall, or record again. */
export function SentPanel({ content, where, onAgain }: SentPanelProps) {
  const { t } = useRecordWords();
  const classHashCode = useClassOf(content, where);
  return (
    <div className="record-made">
      {classHashCode !== undefined && (
        <Link className="button button-primary" to={paths.communityList({ class: classHashCode })}>
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
