import { InputGroup } from '@blueprintjs/core';
import { Calendar as CalendarIcon } from '@blueprintjs/icons';
import { useRef, useState } from 'react';
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { dayInWords } from '#web/shared/i18n/days.ts';
import { latePart } from '#web/staff/ui/controls/late-part.tsx';
import { asItIs } from './as-it-is.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { parseDay } from './parse-typed.ts';
import { useCloseOutside } from './use-close-outside.ts';
import './date-field.css';

const calendar = latePart(async () => (await import('./calendar.tsx')).Calendar);

/** A day: typed in any usual way or chosen from a calendar, shown in words, kept as `2026-04-01`. */
export function DateField(field: FieldProps) {
  const { t, i18n } = useTranslation('forms');
  const { input } = useField<string>(field.name, { parse: asItIs });
  // The text being typed; undefined while the field has no focus and shows the day in words.
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);

  const close = () => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  useCloseOutside({ root, open, onClose: () => setOpen(false) });

  return (
    <FieldFrame {...field}>
      {(control) => (
        <div className="date-field" ref={root}>
          <InputGroup
            {...control}
            name={input.name}
            autoComplete="off"
            inputMode="text"
            value={typed ?? dayInWords(input.value, i18n.language)}
            onFocus={input.onFocus}
            onChange={(event) => {
              setTyped(event.target.value);
              // Text that is no day stays as typed; the field's rule reports it on blur.
              input.onChange(parseDay(event.target.value) ?? event.target.value.trim());
            }}
            onBlur={(event) => {
              setTyped(undefined);
              input.onBlur(event);
            }}
            rightElement={
              // Not Blueprint's button, which acts on keyup: the Enter that chose a day would open the calendar again.
              <button
                type="button"
                className="calendar-button"
                aria-label={t('openCalendar', { label: field.label })}
                aria-haspopup="dialog"
                aria-expanded={open}
                onClick={() => setOpen(!open)}
              >
                <CalendarIcon />
              </button>
            }
          />
          {open && (
            <div className="calendar-panel" role="dialog" aria-label={t('calendar', { label: field.label })}>
              <calendar.Part
                value={input.value}
                onPick={(day) => {
                  input.onChange(day);
                  close();
                }}
              />
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
