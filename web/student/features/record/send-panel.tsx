import { sender, useSendState, useDeletion } from '#web/student/platform/sending/outbox.ts';
import { isPreview } from '#web/student/platform/preview.ts';
import type { StudentContent } from '#web/student/features/players/page-view.tsx';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import type { EntryState } from '#web/student/features/entry/entry-rule.ts';
import { Link } from '#web/student/ui/controls/link.tsx';
import type { Where } from '#web/student/platform/place.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { canResend } from '#web/student/platform/sending/send-problem.ts';
import { SendProgress, SendTrouble } from '#web/student/ui/sending/send-progress.tsx';
import { Words } from '#web/student/ui/text/words.tsx';
import type { Recorder } from './recorder.ts';
import type { Recording } from '#web/student/platform/sending/work.ts';
import { useRecordWords } from './recorder-message.tsx';

interface SendPanelProps {
  readonly recorder: Recorder;
  readonly recording: Recording;
  readonly classHashCode: string;
  /** Further actions while nothing is being sent. */
  readonly children: ReactNode;
}

/** Sends the recording to the class's wall. The recorder reports success after the server has decoded it. */
export function SendPanel({ recorder, recording, classHashCode, children }: SendPanelProps) {
  const { t } = useRecordWords();
  const { state, send } = useSending({ recorder, recording, classHashCode });
  if (state?.step === 'sending' || state?.step === 'preparing') return <SendProgress state={state} />;
  const words = state?.step === 'waiting' ? state.words : undefined;
  return (
    <>
      {words && <SendTrouble words={words} />}
      {(words === undefined || canResend(words)) && (
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

/** Without a class there is no wall: the child can practise, or choose a profile. */
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

/**
 * The class for the recording: from the address, or the child's own class of this book; undefined for visitors and
 * staff.
 */
export function useClassOf({ textBook }: StudentContent, where: Where): string | undefined {
  const profile = activeProfile(useStudent());
  if (!profile || isPreview(window.location.search)) return undefined;
  if (where.class !== undefined) return where.class;
  const { place } = profile;
  return place !== null && place.classId !== null && place.textBookId === textBook.id ? place.hashCode : undefined;
}

interface SendingParts {
  readonly recorder: Recorder;
  readonly recording: Recording;
  readonly classHashCode: string;
}

/** Sends a recording. The device keeps it until the server has decoded it. */
export function useSending({ recorder, recording, classHashCode }: SendingParts) {
  const state = useSendState(recording.id);
  const arrived = useEffectEvent((shown: boolean) => recorder.sent(recording, shown));
  useEffect(() => {
    if (state?.step === 'arrived') void arrived(state.shown);
  }, [state]);
  useDeletion(state, () => void recorder.forget(recording));
  return { state, send: () => void sender.send({ ...recording, classHashCode }) };
}
