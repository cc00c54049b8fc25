import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { ConfirmNewCode } from '#web/staff/ui/controls/confirm-new-code.tsx';
import { useRegenerateClassQrCodeMutation, type ClassDetailFragment } from '#web/staff/operations.generated.ts';

interface RegenerateQrCodeProps {
  readonly found: ClassDetailFragment;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function RegenerateQrCode({ found, isOpen, onClose }: RegenerateQrCodeProps) {
  const { t } = useTranslation('classes');
  const [regenerate, { loading, client }] = useRegenerateClassQrCodeMutation({
    // A colleague may have made and printed a new code meanwhile: the page shows that code.
    onError: () => void client.refetchQueries({ include: 'active' }).catch(() => undefined),
  });
  return (
    <ConfirmNewCode
      isOpen={isOpen}
      onClose={onClose}
      title={t('regenerateTitle')}
      confirmText={t('regenerateConfirm')}
      doneText={t('regenerated')}
      busy={loading}
      renew={() => regenerate({ variables: { id: found.id, version: found.version } })}
    >
      <p>{t('regenerateText')}</p>
      <ul>
        <li>{t('regenerateDiesQr')}</li>
        <li>{t('regenerateDiesLinks')}</li>
      </ul>
      <p>{t('regenerateStays')}</p>
      <p>
        {t('regenerateStrangers')} <Link to={paths.classStudents(found.id)}>{t('students')}</Link>
      </p>
    </ConfirmNewCode>
  );
}
