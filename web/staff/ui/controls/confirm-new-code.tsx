import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { Confirm } from './confirm.tsx';

interface ConfirmNewCodeProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly confirmText: string;
  /** Said when the new code is there. */
  readonly doneText: string;
  /** What dies with the old code, and what stays. */
  readonly children: ReactNode;
  readonly busy: boolean;
  /** Makes the new code; rejects when there is none. */
  readonly renew: () => Promise<unknown>;
}

/** A new code cannot be undone, so it says first what dies. */
export function ConfirmNewCode({ children, doneText, renew, onClose, ...confirm }: ConfirmNewCodeProps) {
  const { t } = useTranslation('common');

  async function makeOne(): Promise<void> {
    try {
      await renew();
      showToast({ message: doneText, severity: 'success' });
    } catch {
      // The error link has shown it.
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
