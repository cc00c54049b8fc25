import { useFormState } from 'react-final-form';
import { useUnsaved } from '#web/staff/platform/unsaved-work.ts';
import { forgetDraft } from './draft-store.ts';
import { LeaveGuard } from './leave-guard.tsx';

interface UnsavedGuardProps {
  /** The draft that is removed when the user leaves. */
  readonly draftName: string | undefined;
  readonly isSaved: () => boolean;
  /** Called when the user leaves unsaved work; the next screen can still be loading. */
  readonly onLeave: () => void;
}

/** The leave guard of a form, whose typed values count as unsaved work. */
export function UnsavedGuard({ draftName, isSaved, onLeave }: UnsavedGuardProps) {
  const { dirty = false } = useFormState({ subscription: { dirty: true } });
  useUnsaved(dirty);
  return (
    <LeaveGuard
      isSaved={isSaved}
      onLeave={() => {
        if (draftName !== undefined) forgetDraft(draftName);
        onLeave();
      }}
    />
  );
}
