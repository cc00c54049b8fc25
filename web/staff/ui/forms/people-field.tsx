import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useRef } from 'react';
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { useFocusAfterRemoval } from '#web/staff/ui/controls/use-focus-after-removal.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import type { PickerOption, PickerSource } from './picker-options.ts';
import { Picker } from './picker.tsx';
import './people-field.css';

interface PeopleFieldProps extends FieldProps {
  readonly options: readonly PickerOption[];
  readonly source?: PickerSource | undefined;
  /** The count beside the label, such as "2 of 5". */
  readonly count: (chosen: number) => string;
  /** The largest number of chosen people. A full field offers nobody and shows `mostText`. */
  readonly most: number;
  readonly mostText: string;
  readonly placeholder: string;
  /** People who have another place in this form and are not offered here. */
  readonly elsewhere: readonly (string | null)[];
}

const none: readonly never[] = [];

/** Several people: the chosen ones as a list, and a picker that adds the next. */
export function PeopleField(props: PeopleFieldProps) {
  const { options, source, count, most, mostText, placeholder, elsewhere, ...field } = props;
  const { t } = useTranslation('forms');
  const { input } = useField<readonly string[]>(field.name);
  const chosen = input.value || none;
  const root = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(root, '.people > li');
  const isFull = chosen.length >= most;
  const isOffered = ({ value }: PickerOption) => !chosen.includes(value) && !elsewhere.includes(value);
  const all = [...options, ...(source?.known ?? [])];
  // A name that is still loading shows as "…"; an id would mean nothing to the reader.
  const labelOf = (id: string) => all.find(({ value }) => value === id)?.label ?? '…';
  return (
    <FieldFrame {...field} label={`${field.label} (${count(chosen.length)})`}>
      {(control) => (
        <div ref={root} className="people-field">
          {chosen.length > 0 && (
            <ul className="people">
              {chosen.map((id) => (
                <li key={id}>
                  {labelOf(id)}
                  <Button
                    variant="minimal"
                    size="small"
                    icon={<Cross />}
                    aria-label={t('remove', { name: labelOf(id) })}
                    onClick={() => input.onChange(chosen.filter((other) => other !== id))}
                  />
                </li>
              ))}
            </ul>
          )}
          <Picker
            {...control}
            options={isFull ? none : options.filter(isOffered)}
            source={isFull ? undefined : source}
            placeholder={placeholder}
            noneText={isFull ? mostText : undefined}
            value={null}
            onPick={(id) => id !== null && input.onChange([...chosen, id])}
            onBlur={input.onBlur}
            onFocus={input.onFocus}
          />
        </div>
      )}
    </FieldFrame>
  );
}
