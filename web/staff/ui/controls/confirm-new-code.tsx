import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { Confirm } from './confirm.tsx';

interface ConfirmNewCodeProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly confirmText: string;
  /** The text of the toast after the new code was created. */
  readonly doneText: string;
  /** The explanation in the dialog: the effects of replacing the old code. */
  readonly children: ReactNode;
  readonly busy: boolean;
  /** Creates the new code; rejects on failure. */
  readonly renew: () => Promise<unknown>;
}

/** Asks before a code is replaced. Replacing a code cannot be undone, so the dialog explains the effects first. */
export function ConfirmNewCode({ children, doneText, renew, onClose, ...confirm }: ConfirmNewCodeProps) {
  const { t } = useTranslation('common');

  async function makeOne(): Promise<void> {
    try {
      await renew();
      showToast({ message: doneText, severity: 'success' });
    } catch {
      // The error link has shown the problem.
    }
    onClose();
  }

  return (
    <Confirm
      {...confirm}
      text={children}
      cancelText={t('cancel')}
      onConfirm={() => void makeOne()}
      onCancel={onClose}
    />
  );
}
