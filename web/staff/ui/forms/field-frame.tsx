import { useId, type ReactNode } from 'react';
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { messageText } from '#web/shared/i18n/message-text.ts';

/** What every field of a form takes. */
export interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly required?: boolean;
}

/** The wiring that makes a control read aloud with its label, hint and error. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-required': boolean | undefined;
}

interface FieldFrameProps extends FieldProps {
  /** The control is a group, not one input: the label names it instead of pointing at it. */
  readonly group?: boolean;
  readonly children: (control: ControlProps, labelId: string) => ReactNode;
}

/** Label above, required in words, hint before error; the error shows after the field was left, and goes as it is mended. */
export function FieldFrame({ name, label, hint, required, group, children }: FieldFrameProps) {
  const { t } = useTranslation('forms');
  const id = useId();
  const problem = useFieldProblem(name);
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

/** The words for what is wrong with a field now, or undefined. */
export function useFieldProblem(name: string): string | undefined {
  // Re-renders with the language.
  useTranslation('messages');
  const { meta } = useField<unknown>(name, {
    subscription: { touched: true, error: true, submitError: true, dirtySinceLastSubmit: true },
  });
  const refused: unknown = meta.dirtySinceLastSubmit ? undefined : meta.submitError;
  const key: unknown = meta.touched ? (meta.error ?? refused) : undefined;
  return typeof key === 'string' ? (messageText(key) ?? key) : undefined;
}
