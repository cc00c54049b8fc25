import { useState, type ReactNode } from 'react';
import { hasUnsavedWork } from '#web/staff/platform/unsaved-work.ts';
import { LeaveQuestion } from './leave-question.tsx';

interface AskBeforeClosing {
  /** Closes the dialog; with unsaved work, only after the question. */
  readonly close: () => void;
  /** The question, rendered inside the dialog. */
  readonly question: ReactNode;
}

/** Asks before a dialog with unsaved work closes by Escape or by Cancel. Form's `guarded` asks before the page is left. */
export function useAskBeforeClosing(onClose: () => void): AskBeforeClosing {
  const [asking, setAsking] = useState(false);
  return {
    close: () => (hasUnsavedWork() ? setAsking(true) : onClose()),
    question: <LeaveQuestion isOpen={asking} onLeave={onClose} onStay={() => setAsking(false)} />,
  };
}
