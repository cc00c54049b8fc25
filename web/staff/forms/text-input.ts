import { useField } from 'react-final-form';

// final-form would turn an emptied field into undefined, which JSON loses.
const keepEmpty = (value: string) => value;

/** What a form's field of text gives to its input. */
export function useTextInput(field: string) {
  const { name, value, onChange, onBlur, onFocus } = useField<string>(field, { parse: keepEmpty }).input;
  return { name, value, onChange, onBlur, onFocus };
}
