import { useTranslation } from 'react-i18next';
import { ConfirmNewCode } from '#web/staff/ui/controls/confirm-new-code.tsx';
import { useRegenerateContentQrCodeMutation } from '#web/staff/operations.generated.ts';

interface RegenerateContentCodeProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function RegenerateContentCode({ id, isOpen, onClose }: RegenerateContentCodeProps) {
  const { t } = useTranslation('contents');
  const [regenerate, { loading }] = useRegenerateContentQrCodeMutation();
  return (
    <ConfirmNewCode
      isOpen={isOpen}
      onClose={onClose}
      title={t('regenerateTitle')}
      confirmText={t('regenerateConfirm')}
      doneText={t('regenerated')}
      busy={loading}
      renew={() => regenerate({ variables: { id } })}
    >
      <p>{t('regenerateText')}</p>
      <p>{t('regenerateStays')}</p>
    </ConfirmNewCode>
  );
}
