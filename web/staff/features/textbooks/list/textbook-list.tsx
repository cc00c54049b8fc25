import { useTranslation } from 'react-i18next';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { Select } from '#web/staff/ui/controls/select.tsx';
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
import '#web/staff/ui/lists/filter.css';
import './textbook-covers.css';
import './textbook-list.css';

export const loader = words('textbooks', 'link-health', 'lists');

const shape: ListShape<TextBookSortField, 'state'> = {
  sortFields: ['NAME', 'SHORT_CODE', 'UNIT_COUNT', 'CONTENT_COUNT', 'CLASS_COUNT', 'PUBLISHED_AT', 'CREATED_AT'],
  defaultSort: { field: 'NAME', direction: 'ASC' },
  filters: ['state'],
  kept: ['view'],
};

const published: Readonly<Record<string, boolean>> = { published: true, draft: false };

function variablesOf({ search, filters, sort, page, size }: ListState<TextBookSortField, 'state'>) {
  return {
    filter: { search: search || null, published: published[filters.state ?? ''] ?? null },
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
        filters={
          <>
            <Select
              className="filter"
              aria-label={t('filterState')}
              value={control.state.filters.state ?? ''}
              onChange={(event) => control.setFilter('state', event.target.value || null)}
              options={[
                { value: '', label: t('anyState') },
                { value: 'published', label: t('published') },
                { value: 'draft', label: t('draft') },
              ]}
            />
            <ViewChoice view={view} onChoose={setView} />
          </>
        }
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
