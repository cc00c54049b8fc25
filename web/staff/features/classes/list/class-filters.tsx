import { useTranslation } from 'react-i18next';
import { TextBookFilter } from '#web/staff/features/curriculum/textbook-filter.tsx';
import { schoolToday } from '#web/staff/platform/settings/settings.ts';
import { Picker } from '#web/staff/ui/forms/picker.tsx';
import type { ListControl } from '#web/staff/ui/lists/use-list-state.ts';
import type { ClassSortField } from '#web/staff/operations.generated.ts';
import { yearsToChoose } from '#web/staff/features/classes/form/school-year.ts';
import { useTeacherOptions } from '#web/staff/features/classes/form/staff-options.ts';
import { everyYear, yearShown } from './year-shown.ts';
import { Select } from '#web/staff/ui/controls/select.tsx';
import '#web/staff/ui/lists/filter.css';

export type ClassFilterName = 'status' | 'teacher' | 'textbook' | 'year';

/** Filters by status, school year, teacher and textbook; each is in the URL. */
export function ClassFilters({ control }: { readonly control: ListControl<ClassSortField, ClassFilterName> }) {
  const { t } = useTranslation('classes');
  const { filters } = control.state;
  const year = yearShown(control.state);
  const teachers = useTeacherOptions(filters.teacher === undefined ? [] : [filters.teacher]);
  return (
    <>
      <Select
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
      <Select
        className="filter"
        aria-label={t('filterYear')}
        value={year}
        onChange={(event) => control.setFilter('year', event.target.value)}
        options={[
          { value: everyYear, label: t('anyYear') },
          ...yearsToChoose(schoolToday(), year === everyYear ? undefined : year).map((each) => ({
            value: each,
            label: t('yearOf', { year: each }),
          })),
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
      <TextBookFilter
        label={t('filterTextBook')}
        none={t('anyTextBook')}
        value={filters.textbook}
        onPick={(book) => control.setFilter('textbook', book)}
      />
    </>
  );
}
