import { useTranslation } from 'react-i18next';
import { Confirm } from '#web/staff/ui/controls/confirm.tsx';

interface LeaveQuestionProps {
  readonly isOpen: boolean;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** The question before unsaved work is left. */
export function LeaveQuestion({ isOpen, onLeave, onStay }: LeaveQuestionProps) {
  const { t } = useTranslation('forms');
  return (
    <Confirm
      isOpen={isOpen}
      title={t('unsavedTitle')}
      text={t('unsavedText')}
      confirmText={t('leave')}
      cancelText={t('stay')}
      onConfirm={onLeave}
      onCancel={onStay}
    />
  );
}
