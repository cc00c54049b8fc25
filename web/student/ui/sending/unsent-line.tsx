import { useState } from 'react';
import { Animal } from '#web/shared/art/animals.tsx';
import { Icon, type IconName } from '#web/student/ui/art/icons.tsx';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { useFocusAfterPress } from '#web/student/ui/controls/use-kept-focus.ts';
import { Words } from '#web/student/ui/text/words.tsx';
import { outbox, sender, useSendState } from '#web/student/platform/sending/outbox.ts';
import { SendProgress, useSendingWords } from './send-progress.tsx';
import { canResend } from '#web/student/platform/sending/send-problem.ts';
import { isReceived } from '#web/student/platform/sending/sender.ts';
import type { WorkBrief } from '#web/student/platform/sending/work.ts';

const icons: Readonly<Record<WorkBrief['kind'], IconName>> = { image: 'wall', video: 'video', record: 'microphone' };

/** One unsent work: its maker, its progress and the child's actions. */
export function UnsentLine({ work }: { readonly work: WorkBrief }) {
  const { t } = useSendingWords();
  const student = useStudent();
  const state = useSendState(work.id);
  const owner = student.profiles.find(({ id }) => id === work.profileId);
  // A child cannot delete another child's work.
  const isOwn = owner === undefined || owner.id === activeProfile(student)?.id;
  const [asking, setAsking] = useState(false);
  const line = useFocusAfterPress<HTMLLIElement>(`${state?.step} ${asking}`);
  const words = state?.step === 'waiting' ? state.words : (work.stuck ?? undefined);
  return (
    <li ref={line} tabIndex={-1} className="send-line">
      <p className="send-line-what">
        <Icon name={icons[work.kind]} size={34} />
        {owner && <Animal name={owner.animal} size={38} />}
        <span>
          <Words text={t(`of-${work.kind}`, { name: owner?.name ?? t('somebody') })} />
        </span>
      </p>
      {state?.step === 'sending' || state?.step === 'preparing' ? (
        <SendProgress state={state} />
      ) : (
        <p role="status">
          <Words text={t(words ?? 'waitingNext')} />
        </p>
      )}
      <div className="send-acts">
        {words && canResend(words) && (
          <button type="button" className="button button-sun" onClick={() => void sender.again(work.id)}>
            <Icon name="send" size={30} />
            <Words text={t('sendNow')} />
          </button>
        )}
        {isOwn && (owner === undefined || !isReceived(work, state)) && (
          <DeleteWork {...{ asking, setAsking }} onYes={() => void outbox.remove(work.id)} />
        )}
      </div>
    </li>
  );
}

interface DeleteWorkProps {
  readonly asking: boolean;
  readonly setAsking: (asking: boolean) => void;
  readonly onYes: () => void;
}

/** Deletes after a confirmation. */
function DeleteWork({ asking, setAsking, onYes }: DeleteWorkProps) {
  const { t } = useSendingWords();
  if (!asking)
    return (
      <button type="button" className="button" onClick={() => setAsking(true)}>
        <Icon name="trash" size={30} />
        <Words text={t('throwAway')} />
      </button>
    );
  return (
    <>
      <p className="send-ask" role="status">
        <Words text={t('throwAwayAsk')} />
      </p>
      <button type="button" className="button" onClick={() => setAsking(false)}>
        <Icon name="heart" size={30} />
        <Words text={t('keepIt')} />
      </button>
      <button type="button" className="button button-danger" onClick={onYes}>
        <Icon name="trash" size={30} />
        <Words text={t('throwAway')} />
      </button>
    </>
  );
}
