import { Book } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import type { TextBookRowFragment } from '#web/staff/operations.generated.ts';

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
