import { useTranslation } from 'react-i18next';
import { words } from '#web/shared/i18n/words.ts';
import { listAnswer } from '#web/staff/lists/list-answer.ts';
import { ListPage } from '#web/staff/lists/list-page.tsx';
import type { ListShape, ListState } from '#web/staff/lists/list-state.ts';
import type { Column } from '#web/staff/lists/list-table.tsx';
import { useListState } from '#web/staff/lists/use-list-state.ts';
import {
  useTextBooksQuery,
  type TextBookRowFragment,
  type TextBooksQueryVariables,
  type TextBookSortField,
} from '#web/staff/operations.generated.ts';
import { TextBookStatusMark } from './textbook-status.tsx';
import { TextBookTitle } from './textbook-title.tsx';
import './textbook-list.css';

export const loader = words('textbooks', 'lists');

const shape: ListShape<TextBookSortField, never> = {
  sortFields: ['NAME', 'SHORT_CODE', 'UNIT_COUNT', 'CONTENT_COUNT', 'CLASS_COUNT', 'PUBLISHED_AT', 'CREATED_AT'],
  defaultSort: { field: 'NAME', direction: 'ASC' },
  filters: [],
};

function variablesOf({ search, sort, page, size }: ListState<TextBookSortField, never>) {
  return {
    filter: { search: search || null },
    page: { number: page, size },
    sort: [sort],
  } satisfies TextBooksQueryVariables;
}

function useColumns(): readonly Column<TextBookRowFragment, TextBookSortField>[] {
  const { t } = useTranslation('textbooks');
  return [
    { key: 'name', title: t('name'), sortField: 'NAME', cell: (row) => <TextBookTitle book={row} /> },
    {
      key: 'shortCode',
      title: t('shortCode'),
      sortField: 'SHORT_CODE',
      cell: (row) => <span className="short-code">{row.shortCode}</span>,
    },
    { key: 'units', title: t('units'), sortField: 'UNIT_COUNT', cell: (row) => row.unitCount },
    { key: 'contents', title: t('contents'), sortField: 'CONTENT_COUNT', cell: (row) => row.contentCount },
    { key: 'classes', title: t('classes'), sortField: 'CLASS_COUNT', cell: (row) => row.classCount },
    { key: 'status', title: t('status'), sortField: 'PUBLISHED_AT', cell: (row) => <TextBookStatusMark book={row} /> },
  ];
}

export function Component() {
  const { t } = useTranslation('textbooks');
  const control = useListState(shape);
  const query = useTextBooksQuery({ variables: variablesOf(control.state) });
  return (
    <ListPage
      title={t('title')}
      total={(count) => t('total', { count })}
      searchLabel={t('search')}
      columns={useColumns()}
      keyOf={(row) => row.id}
      answer={listAnswer(query, (data) => data.textBooks)}
      control={control}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}
