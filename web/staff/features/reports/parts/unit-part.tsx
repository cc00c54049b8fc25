import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useReportUnitQuery, useReportUnitsQuery, type ReportUnitFragment } from '#web/staff/operations.generated.ts';
import { PartPicker, type PartPickerProps } from './part-picker.tsx';

interface UnitPartProps extends PartPickerProps {
  /** The textbook whose units are offered. */
  readonly textBookId: string;
}

export function UnitPart({ textBookId, value, onPick }: UnitPartProps) {
  const { t } = useTranslation('reports');
  const [text, setText] = useState<string>();
  const found = useReportUnitsQuery({ variables: { textBookId, search: text || null }, skip: text === undefined });
  const chosen = useReportUnitQuery({ variables: { id: value ?? '' }, skip: value === null, ...ownProblems });
  const optionOf = (of: Masked<ReportUnitFragment>) => {
    const { id, number, title, name } = unmask<ReportUnitFragment>(of);
    return { value: id, label: t('unitNamed', { number, title }), detail: name };
  };
  return (
    <PartPicker
      label={t('unit')}
      any={t('anyUnit')}
      found={(found.data ?? found.previousData)?.textBookUnits.items.map(optionOf)}
      search={{ answered: found.data && text, onSearch: setText }}
      chosen={chosen.data && optionOf(chosen.data.lesson)}
      gone={chosen.error !== undefined}
      value={value}
      onPick={onPick}
    />
  );
}
