import { paths } from '#web/shared/paths.ts';
import { Hanamaru } from '#web/student/ui/art/hanamaru.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { useFocusOnStep } from '#web/student/ui/controls/use-kept-focus.ts';
import { SendProgress, SendTrouble } from '#web/student/ui/sending/send-progress.tsx';
import { canResend } from '#web/student/platform/sending/send-problem.ts';
import type { SendState } from '#web/student/platform/sending/sender.ts';
import { Words } from '#web/student/ui/text/words.tsx';
import { usePostingWords } from './posting-words.ts';

interface SentPanelProps {
  readonly state: SendState;
  readonly classHashCode: string;
  readonly send: () => void;
  readonly again: () => void;
}

/** The progress of a sent work, and its outcome. */
export function SentPanel({ state, classHashCode, send, again }: SentPanelProps) {
  const { t } = usePostingWords();
  const panel = useFocusOnStep<HTMLDivElement>(state.step);
  return (
    <div ref={panel} tabIndex={-1} className="posting-way">
      {state.step === 'sending' || state.step === 'preparing' ? (
        <SendProgress state={state} />
      ) : (
        <>
          {state.step === 'arrived' ? <Arrived shown={state.shown} /> : <SendTrouble words={state.words} />}
          {state.step === 'waiting' && canResend(state.words) && (
            <button type="button" className="button button-sun" onClick={send}>
              <Icon name="send" size={34} />
              <Words text={t('sending.sendAgain')} />
            </button>
          )}
          <Link className="button button-primary" to={paths.communityList({ class: classHashCode })}>
            <Icon name="wall" size={40} />
            <Words text={t('student.toWall')} />
          </Link>
          <button type="button" className="button" onClick={again}>
            <Icon name="plus" size={34} />
            <Words text={t('oneMore')} />
          </button>
        </>
      )}
    </div>
  );
}

function Arrived({ shown }: { readonly shown: boolean }) {
  const { t } = usePostingWords();
  return (
    <div className="posting-arrived" role="status">
      <Hanamaru size={110} drawn />
      <p className="posting-ask">
        <Words text={t(shown ? 'sentShown' : 'sentWaiting')} />
      </p>
      <p>
        <Words text={t(shown ? 'sentShownText' : 'sentWaitingText')} />
      </p>
    </div>
  );
}
