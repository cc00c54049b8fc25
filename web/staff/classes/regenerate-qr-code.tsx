import { useTranslation } from 'react-i18next';
import { useRegenerateClassQrCodeMutation, type ClassDetailFragment } from '#web/staff/operations.generated.ts';
import { Confirm } from '#web/staff/shell/confirm.tsx';
import { showToast } from '#web/staff/toasts/toast-store.ts';

interface RegenerateQrCodeProps {
  readonly found: ClassDetailFragment;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Cannot be undone, so it says first what dies. */
export function RegenerateQrCode({ found, isOpen, onClose }: RegenerateQrCodeProps) {
  const { t } = useTranslation(['classes', 'common']);
  const [regenerate, { loading }] = useRegenerateClassQrCodeMutation();

  async function confirm(): Promise<void> {
    try {
      await regenerate({ variables: { id: found.id } });
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
          <ul>
            <li>{t('regenerateDiesQr')}</li>
            <li>{t('regenerateDiesLinks')}</li>
          </ul>
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
