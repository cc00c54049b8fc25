import { InputGroup } from '@blueprintjs/core';
import { useField } from 'react-final-form';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

interface TextFieldProps extends FieldProps {
  readonly autoComplete?: string;
  readonly inputMode?: 'text' | 'email' | 'tel' | 'url' | 'numeric';
  readonly spellCheck?: boolean;
}

// final-form would turn an emptied field into undefined, which JSON loses.
const keepEmpty = (value: string) => value;

export function TextField({ autoComplete = 'off', inputMode, spellCheck, ...field }: TextFieldProps) {
  const { input } = useField<string>(field.name, { parse: keepEmpty });
  return (
    <FieldFrame {...field}>
      {(control) => (
        <InputGroup
          {...control}
          name={input.name}
          value={input.value}
          onChange={input.onChange}
          onBlur={input.onBlur}
          onFocus={input.onFocus}
          autoComplete={autoComplete}
          inputMode={inputMode}
          spellCheck={spellCheck}
        />
      )}
    </FieldFrame>
  );
}
