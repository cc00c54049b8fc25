import type { ReactNode } from 'react';
import { useField } from 'react-final-form';
import { asItIs } from './as-it-is.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import type { PickerOption, PickerSource } from './picker-options.ts';
import { Picker } from './picker.tsx';

interface PickerFieldProps extends FieldProps {
  readonly options: readonly PickerOption[];
  readonly source?: PickerSource | undefined;
  /** The value without a choice: `''` for a required field, `null` for an optional field. */
  readonly none: '' | null;
  readonly placeholder?: string;
  readonly leftElement?: ReactNode;
}

/** A field for one of many options, found by typing. */
export function PickerField({ options, source, none, placeholder, leftElement, ...field }: PickerFieldProps) {
  const { input } = useField<string | null>(field.name, { allowNull: true, parse: asItIs });
  return (
    <FieldFrame {...field}>
      {(control) => (
        <Picker
          {...control}
          options={options}
          source={source}
          placeholder={placeholder}
          leftElement={leftElement}
          clearable={!field.required}
          value={input.value}
          onPick={(value) => input.onChange(value ?? none)}
          onBlur={input.onBlur}
          onFocus={input.onFocus}
        />
      )}
    </FieldFrame>
  );
}
