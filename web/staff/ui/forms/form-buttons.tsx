import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { type MouseEvent, useLayoutEffect, useState } from 'react';

/**
 * Keeps the focus where it is when a form's own button is pressed. A field that loses the focus shows its error, which
 * would move the button away from the pointer, and the click would be lost.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

interface FormButtonsProps {
  readonly submitting: boolean;
  readonly submitText: string;
  /** A second submit button: "Save and add another". The form's `onSubmit` gets `another: true`. */
  readonly another?: { readonly text: string };
  readonly onCancel: () => void;
}

/** The submit and cancel buttons at the end of a form. */
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

/**
 * Empties a form after "Save and add another": `round` is the form's `key`, and its `saved` calls `again`. The layout
 * effect focuses the first field at once; a later focus would interrupt a user who types already.
 */
export function useAnother(): { readonly round: number; readonly again: () => void } {
  const [round, setRound] = useState(0);
  useLayoutEffect(() => {
    if (round === 0) return;
    document.querySelector<HTMLElement>('main form :is(input, textarea, select):not([type="file"])')?.focus();
  }, [round]);
  return { round, again: () => setRound((before) => before + 1) };
}
