import { useTranslation } from 'react-i18next';
import { plain } from '#web/student/ui/text/furigana.ts';
import { AlertHint } from '#web/student/ui/text/alert-hint.tsx';
import { Words } from '#web/student/ui/text/words.tsx';
import type { SendProblem } from '#web/student/platform/sending/send-problem.ts';
import type { SendState } from '#web/student/platform/sending/sender.ts';
import './sending.css';

interface SendProgressProps {
  readonly state: Extract<SendState, { readonly step: 'sending' | 'preparing' }>;
}

/** The progress of sending. */
export function SendProgress({ state }: SendProgressProps) {
  const { t } = useSendingWords();
  const share = state.step === 'sending' ? state.share : undefined;
  const text = share === undefined ? t('preparing') : t('sending', { percent: Math.round(share * 100) });
  return <ProgressBar text={text} label={t('sendingBar')} share={share} />;
}

interface ProgressBarProps {
  readonly text: string;
  /** The bar's accessible name. */
  readonly label: string;
  /** From 0 to 1; undefined when unknown. */
  readonly share: number | undefined;
}

/** A text and a progress bar. */
export function ProgressBar({ text, label, share }: ProgressBarProps) {
  return (
    <div className="send-under">
      {/* A known share is announced by the bar on demand; announcing each step would drown everything else. */}
      <p role={share === undefined ? 'status' : undefined}>
        <Words text={text} />
      </p>
      <div
        className="send-bar"
        role="progressbar"
        aria-label={plain(label)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      >
        <span style={{ '--share': share ?? 1 }} data-endless={share === undefined || undefined} />
      </div>
    </div>
  );
}

/** Why the work is not on the wall yet, and what to do. */
export function SendTrouble({ words }: { readonly words: SendProblem }) {
  const { t } = useSendingWords();
  return <AlertHint text={t(words)} />;
}

/** `t` for the namespace of sending; other namespaces need a prefix. */
export function useSendingWords() {
  return useTranslation(['sending', 'student']);
}
