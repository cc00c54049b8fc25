import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import {
  useReportClassesQuery,
  useReportClassQuery,
  type ReportClassFragment,
} from '#web/staff/operations.generated.ts';
import { PartPicker, type PartPickerProps } from './part-picker.tsx';

function optionOf(of: Masked<ReportClassFragment>) {
  const { id, className, classCode } = unmask<ReportClassFragment>(of);
  return { value: id, label: className, detail: classCode };
}

export function ClassPart({ value, onPick }: PartPickerProps) {
  const { t } = useTranslation('reports');
  const [text, setText] = useState<string>();
  const found = useReportClassesQuery({ variables: { search: text || null }, skip: text === undefined });
  const chosen = useReportClassQuery({ variables: { id: value ?? '' }, skip: value === null, ...ownProblems });
  return (
    <PartPicker
      label={t('class')}
      any={t('anyClass')}
      found={(found.data ?? found.previousData)?.classes.items.map(optionOf)}
      search={{ answered: found.data && text, onSearch: setText }}
      chosen={chosen.data && optionOf(chosen.data.class)}
      gone={chosen.error !== undefined}
      value={value}
      onPick={onPick}
    />
  );
}
