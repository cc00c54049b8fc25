import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasUnsavedWork } from '#web/staff/platform/unsaved-work.ts';
import { Confirm } from '#web/staff/ui/controls/confirm.tsx';

interface AskBeforeClosing {
  /** Closes the dialog; with unsaved work, only after the question. */
  readonly close: () => void;
  /** The question, rendered inside the dialog. */
  readonly question: ReactNode;
}

/** Asks before a dialog with unsaved work closes by Escape or by Cancel. Form's `guarded` asks before the page is left. */
export function useAskBeforeClosing(onClose: () => void): AskBeforeClosing {
  const { t } = useTranslation('forms');
  const [asking, setAsking] = useState(false);
  return {
    close: () => (hasUnsavedWork() ? setAsking(true) : onClose()),
    question: (
      <Confirm
        isOpen={asking}
        title={t('unsavedTitle')}
        text={t('unsavedText')}
        confirmText={t('leave')}
        cancelText={t('stay')}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      />
    ),
  };
}
