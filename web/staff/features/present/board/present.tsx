import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { usePresentedBookQuery, useClassQuery, type ClassDetailFragment } from '#web/staff/operations.generated.ts';
import { fillsWindow } from '#web/staff/platform/screen-handle.ts';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { Board } from './board.tsx';
import type { PresentedBook, PresentedPage } from '#web/staff/features/present/presented.ts';
import './present.css';

export const loader = words('present', 'classes', 'lists');
export const handle = fillsWindow;

/** The published pages of a class's textbook for the board, one at a time: the page of `?content`, or of `?unit` the first. */
export function Component() {
  const { id = '' } = useParams();
  return <BoardOfClass key={id} id={id} />;
}

function BoardOfClass({ id }: { readonly id: string }) {
  const { t } = useTranslation(['present', 'classes']);
  const [search, setSearch] = useSearchParams();
  const ofClass = useClassQuery({ variables: { id } });
  const found = ofClass.data && unmask<ClassDetailFragment>(ofClass.data.class);
  const ofBook = usePresentedBookQuery({
    variables: { classHashCode: found?.classHashCode ?? '' },
    skip: !found,
  });
  // A new code of the class asks for the book again, and must not close the board meanwhile.
  const book = ofBook.data ?? ofBook.previousData;
  const content = search.get('content');
  const current = book && pageToShow(book, { content, unit: search.get('unit') });
  useTitle(current ? current.name : t('title'));

  if (book && current) {
    const open = (hashCode: string) => setSearch({ content: hashCode }, { replace: true });
    return <Board classId={id} book={book} current={current} onOpen={open} />;
  }
  const isEmpty = book?.studentContents.length === 0;
  return (
    <div className="present-wait">
      <DetailScreen
        list={paths.classDetail(id)}
        title={t('toClass')}
        missingTitle={t('classes.missingTitle')}
        missingText={t('classes.missingText')}
        query={ofClass.error ? ofClass : ofBook}
      >
        {book && (
          <>
            <header className="page-header">
              <h1>{t(isEmpty ? 'emptyTitle' : 'unknownTitle')}</h1>
            </header>
            <div className="panel">
              <p>{t(isEmpty ? 'emptyText' : 'unknownText')}</p>
              {!isEmpty && <Link to={paths.classPresent(id)}>{t('firstPage')}</Link>}
            </div>
          </>
        )}
      </DetailScreen>
    </div>
  );
}

interface Asked {
  readonly content: string | null;
  readonly unit: string | null;
}

function pageToShow({ studentContents: pages }: PresentedBook, { content, unit }: Asked): PresentedPage | undefined {
  if (content !== null) return pages.find(({ hashCode }) => hashCode === content);
  return unit === null ? pages[0] : pages.find(({ unitId }) => unitId === unit);
}
