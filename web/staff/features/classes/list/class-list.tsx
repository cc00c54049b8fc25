import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { useSeveralSchools } from '#web/staff/platform/schools/own-schools.ts';
import { wordsAndDays } from '#web/staff/platform/settings/settings.ts';
import { collectIds } from '#web/staff/ui/lists/selection.ts';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListPage } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape, ListState } from '#web/staff/ui/lists/list-state.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import {
  ClassesDocument,
  useClassesQuery,
  type ClassesQuery,
  type ClassesQueryVariables,
  type ClassRowFragment,
  type ClassSortField,
  type ClassStatus,
} from '#web/staff/operations.generated.ts';
import { ClassDates, ClassStatusMark } from '#web/staff/features/classes/status/class-status.tsx';
import { yearIn } from '#web/staff/features/classes/form/school-year.ts';
import { useTeacherName } from '#web/staff/features/classes/teacher-name.ts';
import { yearShown } from './year-shown.ts';
import { ClassBulk } from './class-bulk.tsx';
import { ClassFilters, type ClassFilterName } from './class-filters.tsx';
import { ClassRowMenu } from './class-row-menu.tsx';
import '#web/staff/features/classes/status/class-words.css';

export const loader = wordsAndDays('classes', 'lists');

const shape: ListShape<ClassSortField, ClassFilterName> = {
  sortFields: ['CLASS_NAME', 'CLASS_CODE', 'TEXT_BOOK', 'MAIN_TEACHER', 'START_DATE', 'END_DATE', 'STATUS'],
  defaultSort: { field: 'CLASS_NAME', direction: 'ASC' },
  filters: ['status', 'year', 'teacher', 'textbook'],
};

const statuses: Record<string, ClassStatus[]> = { active: ['ACTIVE'], inactive: ['INACTIVE'] };

function variablesOf({ search, filters, sort, page, size }: ListState<ClassSortField, ClassFilterName>) {
  return {
    filter: {
      search: search || null,
      status: statuses[filters.status ?? ''] ?? null,
      teacherId: filters.teacher ?? null,
      textBookId: filters.textbook ?? null,
      schoolYear: yearIn(yearShown({ search, filters })),
    },
    page: { number: page, size },
    sort: [sort],
  } satisfies ClassesQueryVariables;
}

function useColumns(): readonly Column<ClassRowFragment, ClassSortField>[] {
  const { t } = useTranslation('classes');
  const severalSchools = useSeveralSchools();
  return [
    {
      key: 'name',
      title: t('className'),
      sortField: 'CLASS_NAME',
      cell: (row) => (
        <>
          <Link to={paths.classDetail(row.id)}>{row.className}</Link>
          {severalSchools && row.school && <small className="class-school">{row.school.name}</small>}
        </>
      ),
    },
    {
      key: 'code',
      title: t('classCode'),
      sortField: 'CLASS_CODE',
      cell: (row) => <span className="code">{row.classCode}</span>,
    },
    { key: 'book', title: t('textBook'), isNamed: true, sortField: 'TEXT_BOOK', cell: (row) => row.textBook.name },
    {
      key: 'teachers',
      title: t('teachers'),
      isNamed: true,
      sortField: 'MAIN_TEACHER',
      cell: (row) => <ClassTeachers row={row} />,
    },
    { key: 'students', title: t('students'), cell: (row) => row.studentCount },
    { key: 'dates', title: t('schoolYear'), sortField: 'END_DATE', cell: (row) => <ClassDates row={row} /> },
    { key: 'status', title: t('status'), sortField: 'STATUS', cell: (row) => <ClassStatusMark row={row} /> },
    { key: 'menu', title: t('actions'), isActions: true, cell: (row) => <ClassRowMenu row={row} /> },
  ];
}

export function Component() {
  const { t } = useTranslation('classes');
  const control = useListState(shape);
  const variables = variablesOf(control.state);
  const query = useClassesQuery({ variables });
  const client = useApolloClient();
  const allIds = () =>
    collectIds(async (page) => {
      const { data } = await client.query<ClassesQuery>({ query: ClassesDocument, variables: { ...variables, page } });
      return data?.classes ?? { items: [], totalCount: 0 };
    });
  return (
    <ListPage
      title={t('title')}
      total={(count) => t('total', { count })}
      searchLabel={t('search')}
      create={{ to: paths.newClass, text: t('create') }}
      columns={useColumns()}
      keyOf={(row) => row.id}
      answer={listAnswer(query, (data) => data.classes)}
      control={control}
      filters={<ClassFilters control={control} />}
      bulk={{
        rowLabel: (row) => row.className,
        actions: (selection) => <ClassBulk selection={selection} />,
        allIds,
      }}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}

type Taught = Pick<ClassRowFragment, 'mainTeacher' | 'secondaryTeachers'>;

// All five would make a row as high as three others.
const namesShown = 1;

/** The main teacher first; the secondary ones below, shortened. */
export function ClassTeachers({ row }: { readonly row: Taught }) {
  const { t } = useTranslation('classes');
  const teacherName = useTeacherName();
  const secondary = row.secondaryTeachers.map(teacherName);
  if (row.mainTeacher === null && secondary.length === 0) return <span className="nobody">{t('noTeacher')}</span>;
  return (
    <span className="class-teachers">
      {row.mainTeacher && <span>{teacherName(row.mainTeacher)}</span>}
      {secondary.length > 0 && (
        <small>
          {secondary.slice(0, namesShown).join(t('nameSeparator'))}
          {secondary.length > namesShown && ` ${t('moreTeachers', { count: secondary.length - namesShown })}`}
        </small>
      )}
    </span>
  );
}
