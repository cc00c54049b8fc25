import { Button, InputGroup } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { animalNames, type AnimalName } from '#web/shared/art/animals.tsx';
import { messageText } from '#web/shared/i18n/message-text.ts';
import { Select } from '#web/staff/ui/controls/select.tsx';
import type { LineField, LineProblems, RosterLine } from './roster-line.ts';

export interface RosterRowProps {
  readonly line: RosterLine;
  /** From 1. */
  readonly place: number;
  readonly problems: LineProblems;
  readonly onChange: (key: string, values: Partial<RosterLine>) => void;
  readonly onRemove: (key: string) => void;
}

const texts = ['number', 'name', 'reading'] as const;

/** A child of the list: the fields, and below them the problems. */
export const RosterRow = memo(function RosterRow({ line, place, problems, onChange, onRemove }: RosterRowProps) {
  const { t } = useTranslation(['roster', 'classes', 'messages']);
  const id = useId();
  const problemTexts = [...new Set(Object.values(problems))].map((key) => messageText(key) ?? key);
  const control = (field: LineField) => ({
    'aria-label': t(`roster.${field}`),
    'aria-invalid': problems[field] !== undefined,
    'aria-describedby': problems[field] === undefined ? undefined : id,
  });
  return (
    <div className="roster-row" role="group" aria-label={t('line', { place })}>
      <span className="roster-place" aria-hidden="true">
        {place}
      </span>
      {texts.map((field) => (
        <InputGroup
          key={field}
          {...control(field)}
          className={`roster-${field}`}
          placeholder={t(`roster.${field}`)}
          value={line[field]}
          inputMode={field === 'number' ? 'numeric' : 'text'}
          autoComplete="off"
          onChange={(event) => onChange(line.key, { [field]: event.target.value })}
        />
      ))}
      <Select
        {...control('animal')}
        className="roster-animal"
        value={line.animal}
        fill
        options={[
          { value: '', label: line.unknownAnimal === '' ? t('anyAnimal') : line.unknownAnimal },
          ...animalNames.map((name) => ({ value: name, label: t(`classes.animal-${name}`) })),
        ]}
        onChange={({ target }) => onChange(line.key, { animal: target.value as AnimalName | '', unknownAnimal: '' })}
      />
      <Button
        variant="minimal"
        icon={<Cross />}
        aria-label={t('removeLine', { place })}
        onClick={() => onRemove(line.key)}
      />
      <p className="field-problem" id={id} aria-live="polite">
        {problemTexts.join(' ')}
      </p>
    </div>
  );
});
