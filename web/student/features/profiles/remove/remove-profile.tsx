import { useState } from 'react';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { bearer } from '#web/student/platform/apollo/student-client.ts';
import { GrownUpCheck } from './grown-up-check.tsx';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import { useRemoveStudentMutation } from '#web/student/features/profiles/add/create-profile.lazy.generated.ts';
import { forgetProgress } from '#web/student/platform/change-progress.ts';
import { forgetSwitches } from '#web/student/platform/own-switches.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';

interface RemoveProfileProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** Removes a profile from this device and the server, after the check for a grown-up. */
export function RemoveProfile({ profile, onClose }: RemoveProfileProps) {
  const { t } = useWords();
  const [removeStudent] = useRemoveStudentMutation({ context: { headers: bearer(profile.token) } });
  const [failed, setFailed] = useState(false);

  const remove = async () => {
    setFailed(false);
    try {
      // A profile taken from a class list is removed from this device only and stays on the child's other devices.
      if (!profile.isTaken) await removeStudent();
    } catch (error) {
      // A profile that the server does not know is removed from this device only.
      if (![401, 403, 404].includes(problemOf(error).status)) return setFailed(true);
    }
    profileStore.remove(profile.id);
    forgetProgress(profile.id);
    forgetSwitches(profile.id);
    // The profile's works are deleted too; this page loads the code that stores works only now.
    void import('#web/student/platform/sending/outbox.ts')
      .then(({ outbox }) => outbox.removeOf(profile.id))
      .catch(() => undefined);
    onClose();
  };

  return (
    <Sheet title={t('removeTitle', { name: profile.name })} onClose={onClose}>
      <GrownUpCheck onPassed={remove} />
      {failed && (
        <p className="field-hint" role="alert">
          <Words text={t('offlineShort')} />
        </p>
      )}
    </Sheet>
  );
}
