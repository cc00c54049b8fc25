import { Checkbox, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classesTurnedAtOnce } from '#schema/rules/school-year-turns.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { schoolToday } from '#web/staff/platform/settings/settings.ts';
import { ListProblem, ListSkeleton } from '#web/staff/ui/lists/list-states.tsx';
import { Select } from '#web/staff/ui/controls/select.tsx';
import { schoolYearOf, yearIn, yearsToChoose } from '#web/staff/features/classes/form/school-year.ts';
import { useTurnableClassesQuery } from '#web/staff/operations.generated.ts';
import type { TurnDraftControl } from './turn-draft.ts';

/** The ending year's classes to tick, of one school. */
export function ChooseClasses({ control: { draft, change } }: { readonly control: TurnDraftControl }) {
  const { t } = useTranslation('school-year');
  const [year, setYear] = useState(() => String(endingYear(schoolToday())));
  const [search, setSearch] = useState('');
  const [school, setSchool] = useState<string>();
  const query = useTurnableClassesQuery({
    variables: {
      filter: { schoolYear: yearIn(year), status: ['ACTIVE'], search: useDeferredValue(search) || null },
      page: { number: 1, size: classesTurnedAtOnce },
      sort: [{ field: 'CLASS_NAME', direction: 'ASC' }],
    },
  });
  const page = (query.data ?? query.previousData)?.classes;
  const schools = [
    ...new Map((page?.items ?? []).flatMap((row) => (row.school ? [[row.school.id, row.school.name]] : []))),
  ];
  const shownSchool = schools.length > 1 ? (school ?? schools[0]?.[0]) : undefined;
  const rows = (page?.items ?? []).filter((row) => shownSchool === undefined || row.school?.id === shownSchool);
  const chosen = new Set(draft.classIds);
  const left = rows.filter(({ id }) => !chosen.has(id));
  const isFull = (more: number) => chosen.size + more > classesTurnedAtOnce;
  const without = (ids: readonly string[]) => draft.classIds.filter((id) => !ids.includes(id));
  const ids = rows.map(({ id }) => id);

  return (
    <section className="panel" aria-label={t('step-classes')}>
      <h2>{t('chooseTitle')}</h2>
      <p>{t('chooseText')}</p>
      <div className="turn-filters">
        <Select
          aria-label={t('year')}
          value={year}
          onChange={(event) => setYear(event.target.value)}
          options={yearsToChoose(schoolToday(), undefined).map((one) => ({
            value: one,
            label: t('yearOf', { year: one }),
          }))}
        />
        {schools.length > 1 && (
          <Select
            aria-label={t('school')}
            value={shownSchool}
            // Classes of one school are turned together.
            onChange={(event) => {
              setSchool(event.target.value);
              change({ classIds: [] });
            }}
            options={schools.map(([value, label]) => ({ value, label }))}
          />
        )}
        <InputGroup
          type="search"
          leftElement={<Search />}
          aria-label={t('search')}
          placeholder={t('search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {query.error && !page && <ListProblem problem={problemOf(query.error)} onRetry={() => void query.refetch()} />}
      {!page && !query.error && <ListSkeleton columns={3} />}
      {page && rows.length === 0 && <p className="turn-none">{t('noClasses')}</p>}
      {rows.length > 0 && (
        <>
          <Checkbox
            label={t('chooseAll', { count: rows.length })}
            checked={left.length === 0}
            indeterminate={left.length > 0 && left.length < rows.length}
            disabled={isFull(left.length)}
            onChange={() =>
              change({ classIds: left.length === 0 ? without(ids) : [...draft.classIds, ...left.map(({ id }) => id)] })
            }
          />
          <ul className="turn-classes">
            {rows.map((row) => (
              <li key={row.id}>
                <Checkbox
                  checked={chosen.has(row.id)}
                  disabled={!chosen.has(row.id) && isFull(1)}
                  onChange={() =>
                    change({ classIds: chosen.has(row.id) ? without([row.id]) : [...draft.classIds, row.id] })
                  }
                  labelElement={
                    <>
                      {row.className}{' '}
                      <small>
                        {t('students', { count: row.studentCount })} · {row.textBook.name}
                      </small>
                    </>
                  }
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {page && page.totalCount > page.items.length && <p>{t('moreClasses', { count: page.items.length })}</p>}
      <p role="status">{t('chosen', { count: chosen.size })}</p>
    </section>
  );
}

/** The school year that ends next: until the end of May the one before is likely to be turned still. */
const endingYear = (today: string): number => schoolYearOf(today) - (['04', '05'].includes(today.slice(5, 7)) ? 1 : 0);
