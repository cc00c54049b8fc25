import { InputGroup, TextArea } from '@blueprintjs/core';
import { useField } from 'react-final-form';
import { asItIs } from './as-it-is.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

/** The props of the input of a text field. */
export function useTextInput(field: string) {
  const { name, value, onChange, onBlur, onFocus } = useField<string>(field, { parse: asItIs }).input;
  return { name, value, onChange, onBlur, onFocus };
}

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

/** Text of several lines; the field grows with its text. */
export function TextAreaField(field: FieldProps) {
  const input = useTextInput(field.name);
  return <FieldFrame {...field}>{(control) => <TextArea {...control} {...input} autoResize fill />}</FieldFrame>;
}
