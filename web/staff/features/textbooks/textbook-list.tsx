import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Book } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListPage } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape, ListState } from '#web/staff/ui/lists/list-state.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import {
  useTextBooksQuery,
  type TextBookRowFragment,
  type TextBooksQueryVariables,
  type TextBookSortField,
} from '#web/staff/operations.generated.ts';
import { QrExportStatus, useQrExport } from '#web/staff/features/qr-codes/qr-export.tsx';
import { PublishedMark } from '#web/staff/features/curriculum/published-mark.tsx';
import { TextBookMenu } from './textbook-menu.tsx';
import { useDeleteTextBook } from './use-delete-textbook.tsx';
import { useView, ViewChoice } from './view-choice.tsx';
import './textbook-covers.css';
import './textbook-list.css';

export const loader = words('textbooks', 'lists');

const shape: ListShape<TextBookSortField, never> = {
  sortFields: ['NAME', 'SHORT_CODE', 'UNIT_COUNT', 'CONTENT_COUNT', 'CLASS_COUNT', 'PUBLISHED_AT', 'CREATED_AT'],
  defaultSort: { field: 'NAME', direction: 'ASC' },
  filters: [],
  kept: ['view'],
};

function variablesOf({ search, sort, page, size }: ListState<TextBookSortField, never>) {
  return {
    filter: { search: search || null },
    page: { number: page, size },
    sort: [sort],
  } satisfies TextBooksQueryVariables;
}

function useColumns(actions: (row: TextBookRowFragment) => ReactNode) {
  const { t } = useTranslation(['textbooks', 'lists']);
  const columns: readonly Column<TextBookRowFragment, TextBookSortField>[] = [
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
    { key: 'status', title: t('status'), sortField: 'PUBLISHED_AT', cell: (row) => <PublishedMark of={row} /> },
    { key: 'actions', title: t('lists.actions'), isActions: true, cell: actions },
  ];
  return columns;
}

export function Component() {
  const { t } = useTranslation('textbooks');
  const control = useListState(shape);
  const { view, setView } = useView();
  const qrExport = useQrExport();
  const { remove, dialog } = useDeleteTextBook();
  const query = useTextBooksQuery({ variables: variablesOf(control.state) });
  const columns = useColumns((row) => (
    <TextBookMenu
      book={row}
      onExport={() => qrExport.start({ textBookId: row.id })}
      onDelete={() => void remove(row)}
    />
  ));
  return (
    <div className={view === 'grid' ? 'covers' : undefined}>
      <QrExportStatus {...qrExport} />
      <ListPage
        title={t('title')}
        total={(count) => t('total', { count })}
        searchLabel={t('search')}
        create={{ to: paths.newTextbook, text: t('create') }}
        filters={<ViewChoice view={view} onChoose={setView} />}
        columns={columns}
        keyOf={(row) => row.id}
        answer={listAnswer(query, (data) => data.textBooks)}
        control={control}
        empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      />
      {dialog}
    </div>
  );
}

/** The cover beside the name; the cover says nothing that the name does not. */
export function TextBookTitle({ book }: { readonly book: Pick<TextBookRowFragment, 'id' | 'name' | 'thumbnail'> }) {
  return (
    <span className="textbook-title">
      {book.thumbnail ? (
        <img className="textbook-cover" src={book.thumbnail.url} alt="" loading="lazy" width={40} height={52} />
      ) : (
        <span className="textbook-cover">
          <Book />
        </span>
      )}
      <Link to={paths.textbookDetail(book.id)}>{book.name}</Link>
    </span>
  );
}
