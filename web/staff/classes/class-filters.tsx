import { HTMLSelect } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { schoolToday } from '#web/staff/school-today.ts';
import { Picker } from '#web/staff/forms/picker.tsx';
import type { ListControl } from '#web/staff/lists/use-list-state.ts';
import { useClassBooksQuery, type ClassSortField } from '#web/staff/operations.generated.ts';
import { yearsToChoose } from './school-year.ts';
import { useTeacherOptions } from './staff-options.ts';
import '#web/staff/lists/filter.css';

export type ClassFilterName = 'status' | 'teacher' | 'textbook' | 'year';

/** Status, teacher, textbook and school year; each stands in the URL. */
export function ClassFilters({ control }: { readonly control: ListControl<ClassSortField, ClassFilterName> }) {
  const { t } = useTranslation('classes');
  const { data } = useClassBooksQuery();
  const { filters } = control.state;
  const teachers = useTeacherOptions(filters.teacher === undefined ? [] : [filters.teacher]);
  return (
    <>
      <HTMLSelect
        className="filter"
        aria-label={t('filterStatus')}
        value={filters.status ?? ''}
        onChange={(event) => control.setFilter('status', event.target.value || null)}
        options={[
          { value: '', label: t('anyStatus') },
          { value: 'active', label: t('active') },
          { value: 'inactive', label: t('inactive') },
        ]}
      />
      <HTMLSelect
        className="filter"
        aria-label={t('filterYear')}
        value={filters.year ?? ''}
        onChange={(event) => control.setFilter('year', event.target.value || null)}
        options={[
          { value: '', label: t('anyYear') },
          ...yearsToChoose(schoolToday(), filters.year).map((year) => ({ value: year, label: t('yearOf', { year }) })),
        ]}
      />
      <div className="filter">
        <Picker
          aria-label={t('filterTeacher')}
          placeholder={t('anyTeacher')}
          clearLabel={t('anyTeacher')}
          clearable
          value={filters.teacher ?? null}
          onPick={(teacher) => control.setFilter('teacher', teacher)}
          {...teachers}
        />
      </div>
      <div className="filter">
        <Picker
          aria-label={t('filterTextBook')}
          placeholder={t('anyTextBook')}
          clearLabel={t('anyTextBook')}
          clearable
          value={filters.textbook ?? null}
          onPick={(book) => control.setFilter('textbook', book)}
          options={(data?.allTextBooks ?? []).map(({ id, name, shortCode }) => ({
            value: id,
            label: name,
            detail: shortCode,
          }))}
        />
      </div>
    </>
  );
}
