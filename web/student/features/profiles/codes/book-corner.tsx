import { lazy, Suspense, type ComponentProps } from 'react';
import { paths } from '#web/shared/paths.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { BookCodeForm } from './book-code-form.tsx';
import { useLastBook } from '#web/student/platform/profiles/last-book.ts';
import './book-corner.css';

const pictureSize = 96;

const NoPicture = () => <span style={{ width: pictureSize, height: pictureSize }} />;

/** Loaded on demand: a first visit has no last book. */
const BookPicture = lazy(() =>
  import('#web/student/ui/art/content-type.tsx').then(
    ({ ContentTypePicture }) => ({ default: () => <ContentTypePicture type="READ" size={pictureSize} /> }),
    () => ({ default: NoPicture }),
  ),
);

/** Opens a class, a book or a content by its code, or the last opened book. */
export function BookCorner(props: ComponentProps<typeof BookCodeForm>) {
  const { t } = useWords();
  const lastBook = useLastBook();
  return (
    <div className="book-corner">
      {lastBook && (
        <Link className="book-again" to={paths.unitList({ book: lastBook.hashCode })}>
          <Suspense fallback={<NoPicture />}>
            <BookPicture />
          </Suspense>
          <span>
            <span className="book-again-hint">
              <Words text={t('lastBook')} />
            </span>
            <span className="book-again-name">{lastBook.name}</span>
          </span>
          <Icon name="next" size={40} />
        </Link>
      )}
      <BookCodeForm {...props} />
    </div>
  );
}
