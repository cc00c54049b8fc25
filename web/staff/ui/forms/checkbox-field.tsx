import { Checkbox, Switch } from '@blueprintjs/core';
import { useId } from 'react';
import { useField } from 'react-final-form';
import { useFieldProblem } from './field-frame.tsx';

interface CheckboxFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Draws a switch in place of a checkbox. Its value is saved with the form, not at once. */
  readonly asSwitch?: boolean;
}

export function CheckboxField({ name, label, hint, asSwitch }: CheckboxFieldProps) {
  const { input } = useField<boolean>(name, { type: 'checkbox' });
  const problem = useFieldProblem(name);
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  const Control = asSwitch ? Switch : Checkbox;
  return (
    <div className="field checkbox-field" data-field={name}>
      <Control
        name={input.name}
        checked={input.checked ?? false}
        onChange={input.onChange}
        onBlur={input.onBlur}
        onFocus={input.onFocus}
        label={label}
        aria-describedby={describedBy || undefined}
        aria-invalid={problem !== undefined}
      />
      {hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      <div className="field-problem" id={`${id}-problem`} aria-live="polite">
        {problem}
      </div>
    </div>
  );
}
