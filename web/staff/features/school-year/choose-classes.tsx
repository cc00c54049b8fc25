import { Checkbox, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useDeferredValue, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { classesTurnedAtOnce } from '#schema/rules/school-year-turns.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { schoolToday } from '#web/staff/platform/settings/settings.ts';
import { ListProblem, ListSkeleton } from '#web/staff/ui/lists/list-states.tsx';
import { Select } from '#web/staff/ui/controls/select.tsx';
import { endingYear, yearIn, yearsToChoose } from '#web/staff/features/classes/form/school-year.ts';
import { useTurnableClassesQuery, type TurnableClassesQuery } from '#web/staff/operations.generated.ts';
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
  const chosen = new Set(draft.classIds);
  const wantedSchoolId = chosen.size > 0 ? draft.schoolId : school;
  const schoolOption = schools.length > 1 ? (schools.find(([id]) => id === wantedSchoolId) ?? schools[0]) : undefined;
  const shownSchool = schoolOption?.[0];
  const rows = (page?.items ?? []).filter((row) => shownSchool === undefined || schoolOf(row) === shownSchool);
  const [first] = rows;
  const schoolId = chosen.size > 0 ? draft.schoolId : first ? schoolOf(first) : null;
  const choosable = rows.filter((row) => schoolOf(row) === schoolId);
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
        {schools.length > 1 && (
          <Select
            aria-label={t('school')}
            value={shownSchool}
            // A turn covers the classes of one school, so another school clears the chosen classes.
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
          {choosable.length > 0 && (
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
      {page && page.totalCount > page.items.length && <p>{t('moreClasses', { count: page.items.length })}</p>}
      <p role="status">{t('chosen', { count: chosen.size })}</p>
    </section>
  );
}
