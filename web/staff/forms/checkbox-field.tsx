import { Checkbox, Switch } from '@blueprintjs/core';
import { useId } from 'react';
import { useField } from 'react-final-form';

interface CheckboxFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** A switch takes effect with the form, like the rest; it only looks like on and off. */
  readonly asSwitch?: boolean;
}

export function CheckboxField({ name, label, hint, asSwitch }: CheckboxFieldProps) {
  const { input } = useField<boolean>(name, { type: 'checkbox' });
  const hintId = useId();
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
        aria-describedby={hint ? hintId : undefined}
      />
      {hint && (
        <div className="field-hint" id={hintId}>
          {hint}
        </div>
      )}
    </div>
  );
}
