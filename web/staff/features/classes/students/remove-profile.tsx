import { useTranslation } from 'react-i18next';
import { useRemoveClassProfileMutation, type ClassProfileRowFragment } from '#web/staff/operations.generated.ts';
import { Confirm } from '#web/staff/ui/controls/confirm.tsx';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';

interface RemoveProfileProps {
  readonly classId: string;
  readonly profile: Pick<ClassProfileRowFragment, 'id' | 'name'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Nobody but the child, with the class's code, brings a profile back: so it is asked first. */
export function RemoveProfile({ classId, profile, isOpen, onClose }: RemoveProfileProps) {
  const { t } = useTranslation(['classes', 'common']);
  const [remove, { loading }] = useRemoveClassProfileMutation();

  async function confirm(): Promise<void> {
    try {
      await remove({ variables: { input: { classId, profileId: profile.id } } });
      showToast({ message: t('studentRemoved', { name: profile.name }), severity: 'success' });
    } catch {
      // The error link has shown it.
    }
    onClose();
  }

  return (
    <Confirm
      isOpen={isOpen}
      title={t('removeTitle', { name: profile.name })}
      text={
        <>
          <p>{t('removeText')}</p>
          <p>{t('removeAgain')}</p>
        </>
      }
      confirmText={t('removeStudent')}
      cancelText={t('common.cancel')}
      busy={loading}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
