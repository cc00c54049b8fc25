import { useTranslation } from 'react-i18next';
import { useRegenerateContentQrCodeMutation } from '#web/staff/operations.generated.ts';
import { Confirm } from '#web/staff/shell/confirm.tsx';
import { showToast } from '#web/staff/toasts/toast-store.ts';

interface RegenerateContentCodeProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Cannot be undone, so it says first what dies. */
export function RegenerateContentCode({ id, isOpen, onClose }: RegenerateContentCodeProps) {
  const { t } = useTranslation(['contents', 'common']);
  const [regenerate, { loading }] = useRegenerateContentQrCodeMutation();

  async function confirm(): Promise<void> {
    try {
      await regenerate({ variables: { id } });
      showToast({ message: t('regenerated'), severity: 'success' });
    } catch {
      // The error link has said it.
    }
    onClose();
  }

  return (
    <Confirm
      isOpen={isOpen}
      title={t('regenerateTitle')}
      text={
        <>
          <p>{t('regenerateText')}</p>
          <p>{t('regenerateStays')}</p>
        </>
      }
      confirmText={t('regenerateConfirm')}
      cancelText={t('common.cancel')}
      busy={loading}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
