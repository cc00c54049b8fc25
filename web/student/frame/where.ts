import { useSearchParams } from 'react-router-dom';

/** The class a child came from or, without one, the book: kept in every link, so that the way back is known. */
export interface Where {
  readonly class?: string | undefined;
  readonly book?: string | undefined;
  /** Staff are looking, page after page. */
  readonly preview?: string | undefined;
}

/** The class or book in the address; a class goes before a book. */
export function useWhere(): Where {
  const [query] = useSearchParams();
  const preview = query.has('preview') ? { preview: '' } : {};
  const classHashCode = query.get('class');
  if (classHashCode) return { ...preview, class: classHashCode };
  const book = query.get('book');
  return book ? { ...preview, book } : preview;
}
