import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { keepFocus } from './keep-focus.ts';

interface FormButtonsProps {
  readonly submitting: boolean;
  readonly submitText: string;
  /** A second way to send it: "Save and add another". The form's `onSubmit` is told. */
  readonly another?: { readonly text: string };
  readonly onCancel: () => void;
}

/** The end of a form: send it, or leave it as it was. */
export function FormButtons({ submitting, submitText, another, onCancel }: FormButtonsProps) {
  const { t } = useTranslation(['forms', 'common']);
  return (
    <div className="form-buttons">
      <Button
        type="submit"
        intent="primary"
        size="large"
        text={submitting ? t('saving') : submitText}
        aria-disabled={submitting}
        onMouseDown={keepFocus}
      />
      {another && (
        <Button
          type="submit"
          name="then"
          value="another"
          size="large"
          text={another.text}
          aria-disabled={submitting}
          onMouseDown={keepFocus}
        />
      )}
      <Button size="large" text={t('common.cancel')} onMouseDown={keepFocus} onClick={onCancel} />
    </div>
  );
}
