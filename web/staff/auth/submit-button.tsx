import { Button } from '@blueprintjs/core';
import { keepFocus } from '#web/staff/forms/keep-focus.ts';

interface SubmitButtonProps {
  readonly submitting: boolean;
  readonly text: string;
  readonly busyText: string;
}

/** Sends a form of the pages before the shell; keeps the focus while it does. */
export function SubmitButton({ submitting, text, busyText }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      intent="primary"
      size="large"
      fill
      text={submitting ? busyText : text}
      aria-disabled={submitting}
      onMouseDown={keepFocus}
    />
  );
}
