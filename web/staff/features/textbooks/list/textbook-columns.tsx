import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Book } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import type { Masked } from '#web/shared/apollo/masks.ts';
import type { TextBookRowFragment, TextBookSortField } from '#web/staff/operations.generated.ts';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { PublishedMark } from '#web/staff/features/curriculum/published-mark.tsx';

/** The columns of the textbook list, with the list's actions. */
export function useTextBookColumns(
  actions: (book: Pick<TextBookRowFragment, 'id' | 'name'>) => ReactNode,
): readonly Column<Masked<TextBookRowFragment>, TextBookSortField>[] {
  const { t } = useTranslation(['textbooks', 'lists']);
  return maskedColumns<TextBookRowFragment, TextBookSortField>([
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
  ]);
}

/** The cover beside the name. The cover is decorative, so it has no alternative text. */
function TextBookTitle({ book }: { readonly book: Pick<TextBookRowFragment, 'id' | 'name' | 'thumbnail'> }) {
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
