import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/paths.ts';
import { wordsAndDays } from '#web/staff/platform/settings/settings.ts';
import { networkOnly } from '#web/staff/platform/apollo/freshness.ts';
import { collectIds } from '#web/staff/ui/lists/selection.ts';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListPage } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape, ListState } from '#web/staff/ui/lists/list-state.ts';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import {
  ClassesDocument,
  useClassesQuery,
  type ClassesQuery,
  type ClassesQueryVariables,
  type ClassSortField,
  type ClassStatus,
} from '#web/staff/operations.generated.ts';
import { yearIn } from '#web/staff/features/classes/form/school-year.ts';
import { NextYearLink } from './next-year-link.tsx';
import { yearShown } from './year-shown.ts';
import { ClassBulk } from './class-bulk.tsx';
import { useClassColumns } from './class-columns.tsx';
import { ClassFilters, type ClassFilterName } from './class-filters.tsx';
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

export function Component() {
  const { t } = useTranslation('classes');
  const control = useListState(shape);
  const variables = variablesOf(control.state);
  const query = useClassesQuery({ variables });
  const client = useApolloClient();
  const allIds = () =>
    collectIds(async (page) => {
      const { data } = await client.query<ClassesQuery>({
        query: ClassesDocument,
        variables: { ...variables, page },
        ...networkOnly,
      });
      return data?.classes ?? { items: [], totalCount: 0 };
    });
  return (
    <ListPage
      title={t('title')}
      total={(count) => t('total', { count })}
      searchLabel={t('search')}
      create={{ to: paths.newClass, text: t('create') }}
      also={<NextYearLink />}
      columns={useClassColumns()}
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
