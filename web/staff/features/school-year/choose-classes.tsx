import { Checkbox } from '@blueprintjs/core';
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { classesTurnedAtOnce } from '#schema/rules/school-year-turns.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { useSeveralSchools } from '#web/staff/platform/schools/own-schools.ts';
import { schoolToday } from '#web/staff/platform/settings/settings.ts';
import { ListProblem, ListSkeleton } from '#web/staff/ui/lists/list-states.tsx';
import { SearchBox } from '#web/staff/ui/lists/search-box.tsx';
import { Select } from '#web/staff/ui/controls/select.tsx';
import { endingYear, yearIn, yearsToChoose } from '#web/staff/features/classes/form/school-year.ts';
import { useTurnableClassesQuery, type TurnableClassesQuery } from '#web/staff/operations.generated.ts';
import { SchoolPicker } from './school-picker.tsx';
import type { TurnDraftControl } from './turn-draft.ts';

interface ChooseClassesProps {
  readonly control: TurnDraftControl;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

type Row = TurnableClassesQuery['classes']['items'][number];

const schoolOf = ({ school }: Row): string | null => school?.id ?? null;

/** The ending year's classes, to be ticked. The first ticked class limits the others to its school. */
export function ChooseClasses({ control: { draft, change }, heading }: ChooseClassesProps) {
  const { t } = useTranslation('school-year');
  const [year, setYear] = useState(() => String(endingYear(schoolToday())));
  const [search, setSearch] = useState('');
  const [school, setSchool] = useState<string | null>(null);
  const several = useSeveralSchools();
  const query = useTurnableClassesQuery({
    variables: {
      filter: { schoolYear: yearIn(year), status: ['ACTIVE'], search: search || null, schoolId: school },
      page: { number: 1, size: classesTurnedAtOnce },
      sort: [{ field: 'CLASS_NAME', direction: 'ASC' }],
    },
  });
  const page = (query.data ?? query.previousData)?.classes;
  // Until the answer comes, the page has the classes of the school before.
  const rows = (page?.items ?? []).filter((row) => school === null || schoolOf(row) === school);
  const [first] = rows;
  const chosen = new Set(draft.classIds);
  const schoolId = chosen.size > 0 ? draft.schoolId : first ? schoolOf(first) : null;
  const choosable = rows.filter((row) => schoolOf(row) === schoolId);
  const isWhole = page !== undefined && page.totalCount <= page.items.length;
  const isOther = (row: Row) => chosen.size > 0 && schoolOf(row) !== schoolId;
  const left = choosable.filter(({ id }) => !chosen.has(id));
  const isFull = (more: number) => chosen.size + more > classesTurnedAtOnce;

  function choose(more: readonly Row[]): void {
    const [one] = more;
    if (one) change({ classIds: [...draft.classIds, ...more.map(({ id }) => id)], schoolId: schoolOf(one) });
  }

  function drop(some: readonly Row[]): void {
    const dropped = new Set(some.map(({ id }) => id));
    change({ classIds: draft.classIds.filter((id) => !dropped.has(id)) });
  }

  return (
    <section className="panel" aria-label={t('step-classes')}>
      <h2 ref={heading} tabIndex={-1}>
        {t('chooseTitle')}
      </h2>
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
        {several && (
          <SchoolPicker
            value={school}
            known={rows.flatMap((row) => row.school ?? [])}
            onPick={(id) => {
              setSchool(id);
              // A turn covers the classes of one school, so another school clears the chosen classes.
              if (id !== null && id !== draft.schoolId) change({ classIds: [] });
            }}
          />
        )}
        <SearchBox label={t('search')} search={search} onSearch={setSearch} />
      </div>
      {query.error && !page && <ListProblem problem={problemOf(query.error)} onRetry={() => void query.refetch()} />}
      {!page && !query.error && <ListSkeleton columns={3} />}
      {page && !query.loading && rows.length === 0 && <p className="turn-none">{t('noClasses')}</p>}
      {rows.length > 0 && (
        <>
          {choosable.length > 0 && (school !== null || isWhole) && (
            <Checkbox
              label={t('chooseAll', { count: choosable.length })}
              checked={left.length === 0}
              indeterminate={left.length > 0 && left.length < choosable.length}
              disabled={isFull(left.length)}
              onChange={() => (left.length === 0 ? drop(choosable) : choose(left))}
            />
          )}
          <ul className="turn-classes">
            {rows.map((row) => (
              <li key={row.id}>
                <Checkbox
                  checked={chosen.has(row.id)}
                  disabled={!chosen.has(row.id) && (isOther(row) || isFull(1))}
                  onChange={() => (chosen.has(row.id) ? drop([row]) : choose([row]))}
                  labelElement={
                    <>
                      {row.className}{' '}
                      <small>
                        {t('students', { count: row.studentCount })} · {row.textBook.name}
                        {isOther(row) && ` · ${t('otherSchool')}`}
                      </small>
                    </>
                  }
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {page && !isWhole && <p>{t('moreClasses', { count: page.items.length })}</p>}
      <p role="status">{t('chosen', { count: chosen.size })}</p>
    </section>
  );
}
