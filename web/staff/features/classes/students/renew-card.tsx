import { useTranslation } from 'react-i18next';
import { useRenewClassProfileCardMutation, type ClassProfileRowFragment } from '#web/staff/operations.generated.ts';
import { ConfirmNewCode } from '#web/staff/ui/controls/confirm-new-code.tsx';

interface RenewCardProps {
  readonly classId: string;
  readonly profile: Pick<ClassProfileRowFragment, 'id' | 'name'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A new card for a child who has lost theirs. */
export function RenewCard({ classId, profile, isOpen, onClose }: RenewCardProps) {
  const { t } = useTranslation('classes');
  const [renew, { loading }] = useRenewClassProfileCardMutation();
  return (
    <ConfirmNewCode
      isOpen={isOpen}
      onClose={onClose}
      title={t('renewCardTitle', { name: profile.name })}
      confirmText={t('renewCardConfirm')}
      doneText={t('cardRenewed', { name: profile.name })}
      busy={loading}
      renew={() => renew({ variables: { input: { classId, profileId: profile.id } } })}
    >
      <p>{t('renewCardText')}</p>
      <p>{t('renewCardStays')}</p>
    </ConfirmNewCode>
  );
}
