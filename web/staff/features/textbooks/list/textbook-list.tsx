import { useTranslation } from 'react-i18next';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import { ListPage } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape, ListState } from '#web/staff/ui/lists/list-state.ts';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import {
  useTextBooksQuery,
  type TextBooksQueryVariables,
  type TextBookSortField,
} from '#web/staff/operations.generated.ts';
import { BrokenLinksLink } from '#web/staff/features/link-health/broken-links-link.tsx';
import { QrExportStatus, useQrExport } from '#web/staff/features/qr-codes/qr-export.tsx';
import { useTextBookColumns } from './textbook-columns.tsx';
import { TextBookMenu } from './textbook-menu.tsx';
import { useDeleteTextBook } from '#web/staff/features/textbooks/use-delete-textbook.tsx';
import { useView, ViewChoice } from './view-choice.tsx';
import './textbook-covers.css';
import './textbook-list.css';

export const loader = words('textbooks', 'link-health', 'lists');

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

export function Component() {
  const { t } = useTranslation('textbooks');
  const control = useListState(shape);
  const { view, setView } = useView();
  const qrExport = useQrExport();
  const { remove, dialog } = useDeleteTextBook();
  const query = useTextBooksQuery({ variables: variablesOf(control.state) });
  const columns = useTextBookColumns((row) => (
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
        also={<BrokenLinksLink />}
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
