import { TextArea } from '@blueprintjs/core';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { useTextInput } from './text-input.ts';

/** Text of several lines; the field grows with it. */
export function TextAreaField(field: FieldProps) {
  const input = useTextInput(field.name);
  return <FieldFrame {...field}>{(control) => <TextArea {...control} {...input} autoResize fill />}</FieldFrame>;
}
