import { Button, Dialog } from '@blueprintjs/core';
import { useId, useRef, type ReactNode } from 'react';
import './confirm.css';

interface ConfirmProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly text: ReactNode;
  readonly confirmText: string;
  readonly cancelText: string;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/**
 * A confirmation before an action that one click cannot undo, or that hides something from many people. The focus
 * starts on the cancel button.
 */
export function Confirm({ isOpen, title, text, confirmText, cancelText, busy, onConfirm, onCancel }: ConfirmProps) {
  const id = useId();
  const harmless = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onCancel}
      onOpening={() => harmless.current?.focus()}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="confirm"
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`} className="confirm-text">
        {text}
      </div>
      <div className="confirm-buttons">
        <Button ref={harmless} text={cancelText} onClick={onCancel} disabled={busy} />
        <Button intent="danger" text={confirmText} onClick={onConfirm} disabled={busy} />
      </div>
    </Dialog>
  );
}
