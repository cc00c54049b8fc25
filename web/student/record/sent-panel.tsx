import { paths } from '#web/paths.ts';
import { Hanamaru } from '#web/student/art/hanamaru.tsx';
import { Icon } from '#web/student/art/icons.tsx';
import type { StudentContent } from '#web/student/contents/content-detail.tsx';
import { Link } from '#web/student/frame/link.tsx';
import type { Where } from '#web/student/frame/where.ts';
import { Words } from '#web/student/text/words.tsx';
import { useRecordWords } from './record-words.ts';
import { useClassOf } from './use-class-of.ts';

interface SentPanelProps {
  readonly content: StudentContent;
  readonly where: Where;
  readonly onAgain: () => void;
}

/** The wall has the recording: go and see, or speak once more. */
export function SentPanel({ content, where, onAgain }: SentPanelProps) {
  const { t } = useRecordWords();
  const classHashCode = useClassOf(content, where);
  return (
    <div className="record-made">
      <Hanamaru size={110} drawn />
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
