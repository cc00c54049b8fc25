import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { loginInfo } from '#web/staff/platform/session/login-info.ts';
import { staying } from '#web/staff/platform/staying.ts';
import { hasUnsavedWork, mayAsk } from '#web/staff/platform/unsaved-work.ts';
import { LeaveQuestion } from './leave-question.tsx';

interface LeaveGuardProps {
  /** True when the work that counts as unsaved was just saved. */
  readonly isSaved?: () => boolean;
  /** Called when the user leaves unsaved work; the next screen can still be loading. */
  readonly onLeave?: () => void;
}

const never = (): boolean => false;

/**
 * Asks before the user leaves unsaved work: by a link, by Back, by closing the tab. A file that is being uploaded and a
 * recording count as unsaved work too. The words of `forms` must be loaded.
 */
export function LeaveGuard({ isSaved = never, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    const leaves = from.pathname !== to.pathname || from.search !== to.search;
    // A signed-out user must reach the sign-in page without a question; the draft is restored after sign-in.
    return hasUnsavedWork() && leaves && !isSaved() && mayAsk() && loginInfo() !== null;
  });

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!hasUnsavedWork() || !mayAsk() || isSaved()) return;
      event.preventDefault();
      // The browser's question blocks all tasks. If this task runs, the user has chosen to stay.
      setTimeout(staying);
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSaved]);

  return (
    <LeaveQuestion
      isOpen={blocker.state === 'blocked'}
      onLeave={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
      onStay={() => blocker.reset?.()}
    />
  );
}
