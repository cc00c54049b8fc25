import { HTMLSelect } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { Picker } from '#web/staff/forms/picker.tsx';
import type { ListControl } from '#web/staff/lists/use-list-state.ts';
import { useClassFilterOptionsQuery, type ClassSortField } from '#web/staff/operations.generated.ts';
import { staffName } from './staff-name.ts';

export type ClassFilterName = 'status' | 'teacher' | 'textbook';

/** Status, teacher and textbook; each stands in the URL. */
export function ClassFilters({ control }: { readonly control: ListControl<ClassSortField, ClassFilterName> }) {
  const { t } = useTranslation('classes');
  const { data } = useClassFilterOptionsQuery();
  const { filters } = control.state;
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
      <div className="filter">
        <Picker
          aria-label={t('filterTeacher')}
          placeholder={t('anyTeacher')}
          clearLabel={t('anyTeacher')}
          clearable
          value={filters.teacher ?? null}
          onPick={(teacher) => control.setFilter('teacher', teacher)}
          options={(data?.allTeachers ?? []).map((teacher) => ({ value: teacher.id, label: staffName(teacher) }))}
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
