import { Button } from '@blueprintjs/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportFilter } from '#web/staff/operations.generated.ts';
import { contentTypes, typeWords } from '#web/staff/features/contents/content-types.ts';
import { Select } from '#web/staff/ui/controls/select.tsx';
import { BookPart } from './book-part.tsx';
import { ClassPart } from './class-part.tsx';
import { type PartName, type ReportFilters, withoutPart, withPart } from '#web/staff/features/reports/report-part.ts';
import { UnitPart } from './unit-part.tsx';

interface ReportPartsProps {
  readonly part: ReportFilter | null;
  readonly filters: ReportFilters;
  readonly onChange: (filters: ReportFilters) => void;
}

/** The part of the school that a report covers: a class, a book, a unit of it, a content type. */
export function ReportParts({ part, filters, onChange }: ReportPartsProps) {
  const { t } = useTranslation('reports');
  const box = useRef<HTMLElement>(null);
  const pick = (name: PartName) => (value: string | null) => onChange(withPart(filters, name, value));
  const { classId = null, textBookId = null, lessonId = null, contentType = null } = part ?? {};
  // The pressed button disappears, so the focus moves to the box to keep the place of keyboard users.
  function clear(): void {
    box.current?.focus();
    onChange(withoutPart(filters));
  }

  return (
    <section ref={box} tabIndex={-1} className="report-parts" aria-label={t('parts')}>
      <ClassPart value={classId} onPick={pick('class')} />
      <BookPart value={textBookId} onPick={pick('book')} />
      {textBookId !== null && (
        <UnitPart key={textBookId} textBookId={textBookId} value={lessonId} onPick={pick('unit')} />
      )}
      <div className="report-part" data-set={contentType !== null}>
        <span aria-hidden="true">{t('contentType')}</span>
        <Select
          aria-label={t('contentType')}
          value={contentType ?? ''}
          onChange={(event) => pick('type')(event.target.value.toLowerCase() || null)}
          options={[
            { value: '', label: t('anyType') },
            ...contentTypes.map((value) => ({ value, label: t(typeWords[value]) })),
          ]}
        />
      </div>
      {part && <Button text={t('clearParts')} onClick={clear} />}
    </section>
  );
}
