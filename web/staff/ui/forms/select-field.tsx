import { useField } from 'react-final-form';
import { Select } from '#web/staff/ui/controls/select.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

interface SelectFieldProps<Value extends string | number> extends FieldProps {
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

/** A field for one of a few options, in the browser's own list. */
export function SelectField<Value extends string | number>({ options, ...field }: SelectFieldProps<Value>) {
  const { input } = useField<Value>(field.name);
  return (
    <FieldFrame {...field}>
      {({ 'aria-required': _required, ...control }) => (
        <Select
          {...control}
          name={input.name}
          value={input.value}
          onChange={(event) => input.onChange(options[event.target.selectedIndex]?.value)}
          onBlur={input.onBlur}
          onFocus={input.onFocus}
          fill
          options={options.map(({ value, label }) => ({ value, label }))}
        />
      )}
    </FieldFrame>
  );
}
