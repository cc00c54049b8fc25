import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/student/art/icons.tsx';
import type { Where } from '#web/student/frame/where.ts';
import { activeProfile, useStudent } from '#web/student/profiles/use-student.ts';
import { plain } from '#web/student/text/furigana.ts';
import { Words } from '#web/student/text/words.tsx';
import type { Desk } from './desk.ts';
import type { Recording } from './recording.ts';
import { useRecordWords } from './record-words.ts';
import { useSending } from './use-sending.ts';

interface SendPanelProps {
  readonly desk: Desk;
  readonly recording: Recording;
  readonly classHashCode: string;
  /** What else can be done while nothing is under way. */
  readonly children: ReactNode;
}

/** To the class's wall; success is told by the desk, once the server has decoded the recording. */
export function SendPanel({ desk, recording, classHashCode, children }: SendPanelProps) {
  const { t } = useRecordWords();
  const { send, progress, preparing, refusal } = useSending({ desk, recording, classHashCode });
  if (preparing) return <Under text={t('preparing')} share={undefined} />;
  if (progress !== undefined)
    return <Under text={t('sending', { percent: Math.round(progress * 100) })} share={progress} />;
  return (
    <>
      {refusal && (
        <p className="field-hint" role="alert">
          <span>
            <Words text={t(refusal.words)} />
          </span>
        </p>
      )}
      {refusal?.again !== false && (
        <button
          type="button"
          className={`button record-send ${recording.silent ? '' : 'button-primary'}`}
          onClick={() => void send()}
        >
          <Icon name="send" size={40} />
          <Words text={refusal ? t('sendAgain') : t('send')} />
        </button>
      )}
      {children}
    </>
  );
}

/** It is under way: how far, or just that. */
function Under({ text, share }: { readonly text: string; readonly share: number | undefined }) {
  const { t } = useRecordWords();
  return (
    <div className="record-under">
      <p role="status">
        <Words text={text} />
      </p>
      <div
        className="record-bar"
        role="progressbar"
        aria-label={plain(t('sendingBar'))}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      >
        <span style={{ '--share': share ?? 1 }} data-endless={share === undefined || undefined} />
      </div>
    </div>
  );
}

interface PracticeOnlyProps {
  readonly where: Where;
  readonly children: ReactNode;
}

/** Without a class there is no wall: practising is fine, and so is saying who speaks. */
export function PracticeOnly({ where, children }: PracticeOnlyProps) {
  const { t } = useRecordWords();
  const isNobody = activeProfile(useStudent()) === null && where.preview === undefined;
  return (
    <>
      {children}
      <p className="field-hint">
        <span>
          <Words text={t(isNobody ? 'practiceNobody' : 'practice')} />
        </span>
      </p>
      {isNobody && (
        <Link className="button" to={paths.profiles({ class: where.class })}>
          <Icon name="home" size={34} />
          <Words text={t('chooseWho')} />
        </Link>
      )}
    </>
  );
}
