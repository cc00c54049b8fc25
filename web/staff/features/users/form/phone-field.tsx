import { InputGroup } from '@blueprintjs/core';
import { useState, type ChangeEvent } from 'react';
import { useField } from 'react-final-form';
import { phoneDigits } from '#schema/rules/phone.ts';
import type { PhoneType } from '#schema/rest/enumerations.ts';
import { asItIs } from '#web/staff/ui/forms/as-it-is.ts';
import { FieldFrame, type FieldProps } from '#web/staff/ui/forms/field-frame.tsx';
import { digitsBefore, keptPhone, placeAfter, shownPhone } from './phone-mask.ts';

interface PhoneFieldProps extends FieldProps {
  readonly type: PhoneType;
}

/** A number typed in any grouping and width, shown in the mask of its type, kept as digits. */
export function PhoneField({ type, ...field }: PhoneFieldProps) {
  const { input } = useField<string>(field.name, { parse: asItIs });
  // The text during an IME composition is not masked, because a mask would break the composition.
  const [composed, setComposed] = useState<string>();

  function take(element: HTMLInputElement, deletedForwards = false): void {
    const stored = keptPhone(element.value);
    const shown = shownPhone(stored, type);
    if (shown !== element.value) {
      const before = digitsBefore(element.value, element.selectionStart ?? element.value.length);
      const place = placeAfter(shown, before, deletedForwards && stored === input.value);
      // Sets the text before React does, so that React changes nothing and the caret stays.
      element.value = shown;
      element.setSelectionRange(place, place);
    }
    input.onChange(stored);
  }

  function onChange({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const typed = nativeEvent instanceof InputEvent ? nativeEvent : undefined;
    if (typed?.isComposing) setComposed(target.value);
    else take(target, typed?.inputType === 'deleteContentForward');
  }

  return (
    <FieldFrame {...field}>
      {(control) => (
        <InputGroup
          {...control}
          name={input.name}
          value={composed ?? shownPhone(input.value, type)}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          onChange={onChange}
          onCompositionEnd={(event) => {
            setComposed(undefined);
            take(event.currentTarget);
          }}
          onFocus={input.onFocus}
          onBlur={(event) => {
            const digits = phoneDigits(input.value);
            if (/^[0-9]*$/.test(digits)) input.onChange(digits);
            input.onBlur(event);
          }}
        />
      )}
    </FieldFrame>
  );
}
