import { useTranslation } from 'react-i18next';
import {
  useAdmitStudentsMutation,
  useRemoveStudentsMutation,
  useRestoreStudentsMutation,
  type RemoveClassProfilesInput,
} from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import { inParts } from '#web/staff/ui/lists/selection.ts';

type Ids = readonly string[];

interface Admission {
  readonly admit: (profileIds: Ids) => Promise<void>;
  /** Takes students out of the class, and offers to undo it. */
  readonly remove: (which: Omit<RemoveClassProfilesInput, 'classId'>) => Promise<void>;
  readonly restore: (profileIds: Ids) => Promise<void>;
  readonly busy: boolean;
}

/** Lets students into a class, takes them out, and brings them back; each says so in a toast. */
export function useAdmission(classId: string): Admission {
  const { t } = useTranslation('classes');
  const [sendAdmission, admitting] = useAdmitStudentsMutation();
  const [sendRemoval, removing] = useRemoveStudentsMutation();
  const [sendRestoration, restoring] = useRestoreStudentsMutation();

  async function bringBack(profileIds: Ids): Promise<number> {
    const { data } = await sendRestoration({ variables: { input: { classId, profileIds: [...profileIds] } } });
    return (data?.restoreClassProfiles ?? []).filter(({ messageKey }) => messageKey === null).length;
  }

  return {
    busy: admitting.loading || removing.loading || restoring.loading,

    async admit(profileIds) {
      const { data } = await sendAdmission({ variables: { input: { classId, profileIds: [...profileIds] } } });
      const count = (data?.admitClassProfiles ?? []).filter(({ messageKey }) => messageKey === null).length;
      showToast({ message: t('admitted', { count }), severity: 'success' });
    },

    async remove(which) {
      const { data } = await sendRemoval({ variables: { input: { ...which, classId } } });
      const removed = data?.removeClassProfiles ?? [];
      if (removed.length === 0) {
        showToast({ message: t('noStudentsRemoved') });
        return;
      }
      toastUndo({
        message: t('studentsRemoved', { count: removed.length }),
        undo: async () => {
          for (const some of inParts(removed)) await bringBack(some);
        },
      });
    },

    async restore(profileIds) {
      showToast({ message: t('studentsRestored', { count: await bringBack(profileIds) }), severity: 'success' });
    },
  };
}
