import { useEffect, useState } from 'react';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { bearer } from '#web/student/platform/apollo/student-client.ts';
import { GrownUpCheck } from './grown-up-check.tsx';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import { useRemoveStudentMutation } from '#web/student/features/profiles/add/create-profile.lazy.generated.ts';
import { forgetProgress } from '#web/student/platform/change-progress.ts';
import { refusalWords, type RefusalWords } from '#web/student/platform/refusal-words.ts';
import { forgetSwitches } from '#web/student/platform/own-switches.ts';
import { AlertHint } from '#web/student/ui/text/alert-hint.tsx';
import { useWords } from '#web/student/ui/text/words.tsx';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { useUnsentWorks } from '#web/student/platform/sending/unsent-works.ts';

interface RemoveProfileProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** Removes a profile from this device and the server, after the check for a grown-up. */
export function RemoveProfile({ profile, onClose }: RemoveProfileProps) {
  const { t } = useWords();
  const [removeStudent] = useRemoveStudentMutation({ context: { headers: bearer(profile.token) } });
  const [failure, setFailure] = useState<RefusalWords | 'tryAgainSoon' | null>(null);
  const count = useWaitingCount(profile.id);

  const remove = async () => {
    setFailure(null);
    try {
      // A profile taken from a class list is removed from this device only and stays on the child's other devices.
      if (!profile.isTaken) await removeStudent();
    } catch (error) {
      // A profile that the server does not know is removed from this device only.
      if (![401, 403, 404].includes(problemOf(error).status)) return setFailure(refusalWords(error) ?? 'tryAgainSoon');
    }
    profileStore.remove(profile.id);
    forgetProgress(profile.id);
    forgetSwitches(profile.id);
    // The profile's works are deleted too.
    void loadOutbox()
      .then((outbox) => outbox.removeOf(profile.id))
      .catch(() => undefined);
    onClose();
  };

  return (
    <Sheet title={t('removeTitle', { name: profile.name })} onClose={onClose}>
      <GrownUpCheck onPassed={remove}>{count > 0 && <AlertHint text={t('removeWaiting', { count })} />}</GrownUpCheck>
      {failure && <AlertHint text={t(failure)} />}
    </Sheet>
  );
}

/** Loads the code that stores works, which most visits to the profiles do without. */
const loadOutbox = async () => (await import('#web/student/platform/sending/outbox.ts')).outbox;

/** The number of the profile's works that wait on this device to be sent. */
function useWaitingCount(profileId: string): number {
  const ids = useUnsentWorks();
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (ids.length === 0) return undefined;
    let ignore = false;
    void loadOutbox()
      .then((outbox) => outbox.countOf(profileId))
      .then((found) => ignore || setCount(found))
      // Without its code nothing is deleted either.
      .catch(() => undefined);
    return () => {
      ignore = true;
    };
  }, [ids, profileId]);
  return ids.length === 0 ? 0 : count;
}
