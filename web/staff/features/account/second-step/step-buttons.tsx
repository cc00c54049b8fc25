import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { keepFocus } from '#web/staff/ui/forms/form-buttons.tsx';

interface StepButtonsProps {
  readonly submitting: boolean;
  readonly text: string;
  readonly onCancel: () => void;
}

/** The submit button, and a cancel button that returns to the section's state. */
export function StepButtons({ submitting, text, onCancel }: StepButtonsProps) {
  const { t } = useTranslation('common');
  return (
    <div className="second-step-buttons">
      <Button type="submit" intent="primary" text={text} aria-disabled={submitting} onMouseDown={keepFocus} />
      <Button text={t('cancel')} onMouseDown={keepFocus} onClick={onCancel} />
    </div>
  );
}
