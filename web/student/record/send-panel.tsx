import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/student/art/icons.tsx';
import type { EntryState } from '#web/student/entry/entry-rule.ts';
import { Link } from '#web/student/frame/link.tsx';
import type { Where } from '#web/student/frame/where.ts';
import { activeProfile, useStudent } from '#web/student/profiles/use-student.ts';
import { canGoAgain } from '#web/student/sending/send-words.ts';
import { SendProgress, SendTrouble } from '#web/student/sending/send-progress.tsx';
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
  const { state, send } = useSending({ desk, recording, classHashCode });
  if (state?.step === 'sending' || state?.step === 'preparing') return <SendProgress state={state} />;
  const words = state?.step === 'waiting' ? state.words : undefined;
  return (
    <>
      {words && <SendTrouble words={words} />}
      {(words === undefined || canGoAgain(words)) && (
        <button
          type="button"
          className={`button record-send ${recording.silent ? '' : 'button-primary'}`}
          onClick={send}
        >
          <Icon name="send" size={40} />
          <Words text={words ? t('sending.sendAgain') : t('send')} />
        </button>
      )}
      {children}
    </>
  );
}

interface PracticeOnlyProps {
  readonly where: Where;
  readonly children: ReactNode;
}

/** Without a class there is no wall: practising is fine, and so is saying who speaks. */
export function PracticeOnly({ where, children }: PracticeOnlyProps) {
  const { t } = useRecordWords();
  const { pathname, search } = useLocation();
  const entry: EntryState = {
    origin: 'content',
    returnTo: pathname + search,
    isRecord: true,
    classHashCode: where.class ?? null,
  };
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
        <Link className="button" to={paths.profiles({ class: where.class })} state={entry}>
          <Icon name="home" size={34} />
          <Words text={t('chooseWho')} />
        </Link>
      )}
    </>
  );
}
