import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useReportBookQuery, useReportBooksQuery, type ReportBookFragment } from '#web/staff/operations.generated.ts';
import { PartPicker, type PartPickerProps } from './part-picker.tsx';

function optionOf(of: Masked<ReportBookFragment>) {
  const { id, name, shortCode } = unmask<ReportBookFragment>(of);
  return { value: id, label: name, detail: shortCode };
}

/** Filters by textbook. Drafts are offered too, as a textbook that was published before has been used. */
export function BookPart({ value, onPick }: PartPickerProps) {
  const { t } = useTranslation('reports');
  const [text, setText] = useState<string>();
  const found = useReportBooksQuery({ variables: { search: text || null }, skip: text === undefined });
  const chosen = useReportBookQuery({ variables: { id: value ?? '' }, skip: value === null, ...ownProblems });
  return (
    <PartPicker
      label={t('book')}
      any={t('anyBook')}
      found={(found.data ?? found.previousData)?.textBooks.items.map(optionOf)}
      search={{ answered: found.data && text, onSearch: setText }}
      chosen={chosen.data && optionOf(chosen.data.textBook)}
      gone={chosen.error !== undefined}
      value={value}
      onPick={onPick}
    />
  );
}
