import { InputGroup } from '@blueprintjs/core';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { useTextInput } from './text-input.ts';

interface TextFieldProps extends FieldProps {
  readonly autoComplete?: string;
  readonly inputMode?: 'text' | 'email' | 'tel' | 'url' | 'numeric';
  readonly spellCheck?: boolean;
}

export function TextField({ autoComplete = 'off', inputMode, spellCheck, ...field }: TextFieldProps) {
  const input = useTextInput(field.name);
  return (
    <FieldFrame {...field}>
      {(control) => (
        <InputGroup {...control} {...input} autoComplete={autoComplete} inputMode={inputMode} spellCheck={spellCheck} />
      )}
    </FieldFrame>
  );
}
