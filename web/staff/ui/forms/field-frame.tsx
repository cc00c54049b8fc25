import { useId, type ReactNode } from 'react';
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { messageText } from '#web/shared/i18n/message-text.ts';

/** The props that every field of a form takes. */
export interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly required?: boolean;
}

/** The attributes that connect a control with its label, hint and error for screen readers. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-required': boolean | undefined;
}

interface FieldFrameProps extends FieldProps {
  /** For a group of inputs: the label gets no `htmlFor`, and the group refers to the label by `aria-labelledby`. */
  readonly group?: boolean;
  /** The message key of a submit error that no longer applies, although the value is unchanged. */
  readonly past?: string | undefined;
  readonly children: (control: ControlProps, labelId: string) => ReactNode;
}

/**
 * The frame of a field: label, "required" in words, hint, control, error. The error appears after the field lost the
 * focus, and disappears when the value becomes valid.
 */
export function FieldFrame({ name, label, hint, required, group, past, children }: FieldFrameProps) {
  const { t } = useTranslation('forms');
  const id = useId();
  const problem = useFieldProblem(name, past);
  const labelId = `${id}-label`;
  const describedBy = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  const labelText = (
    <>
      {label}
      {required && <span className="field-required">{t('required')}</span>}
    </>
  );
  return (
    <div className="field" data-field={name}>
      {group ? (
        <span className="field-label" id={labelId}>
          {labelText}
        </span>
      ) : (
        <label className="field-label" htmlFor={id} id={labelId}>
          {labelText}
        </label>
      )}
      {hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {children(
        {
          id,
          'aria-describedby': describedBy || undefined,
          'aria-invalid': problem !== undefined,
          'aria-required': required,
        },
        labelId,
      )}
      <div className="field-problem" id={`${id}-problem`} aria-live="polite">
        {problem}
      </div>
    </div>
  );
}

/** The text of the field's current problem, or undefined. A submit error with the key `past` does not count. */
export function useFieldProblem(name: string, past?: string): string | undefined {
  // Subscribes to the language, so that the text follows it.
  useTranslation('messages');
  const { meta } = useField<unknown>(name, {
    subscription: { touched: true, error: true, submitError: true, dirtySinceLastSubmit: true },
  });
  const refused: unknown = meta.dirtySinceLastSubmit || meta.submitError === past ? undefined : meta.submitError;
  const key: unknown = meta.touched ? (meta.error ?? refused) : undefined;
  return typeof key === 'string' ? (messageText(key) ?? key) : undefined;
}
