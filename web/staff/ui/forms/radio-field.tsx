import { Radio } from '@blueprintjs/core';
import { useField } from 'react-final-form';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

interface RadioFieldProps<Value> extends FieldProps {
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

/** A field for one of a few options, shown as radio buttons. */
export function RadioField<Value extends string | boolean | null>({ options, ...field }: RadioFieldProps<Value>) {
  const { input } = useField<Value>(field.name, { allowNull: true });
  return (
    <FieldFrame {...field} group>
      {(control, labelId) => (
        <div {...control} role="radiogroup" aria-labelledby={labelId} tabIndex={-1}>
          {options.map(({ value, label }) => (
            <Radio
              key={String(value)}
              name={input.name}
              value={String(value)}
              checked={input.value === value}
              onChange={() => input.onChange(value)}
              onBlur={input.onBlur}
              onFocus={input.onFocus}
              label={label}
            />
          ))}
        </div>
      )}
    </FieldFrame>
  );
}
