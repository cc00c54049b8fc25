import { useSearchParams } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import type { Place, Profile } from './profiles/stored-profile.ts';

/** The class or the book that the child came from. Every link carries it, so that Back returns there. */
export interface Where {
  readonly class?: string | undefined;
  readonly book?: string | undefined;
  /** Set during a preview of staff. */
  readonly preview?: string | undefined;
}

/** The class or book in the address; a class precedes a book. */
export function useWhere(): Where {
  const [query] = useSearchParams();
  const preview = query.has('preview') ? { preview: '' } : {};
  const classHashCode = query.get('class');
  if (classHashCode) return { ...preview, class: classHashCode };
  const book = query.get('book');
  return book ? { ...preview, book } : preview;
}

/** The page of a class or a book. */
export const placePath = ({ classId, hashCode }: Place): string =>
  classId === null ? paths.unitList({ book: hashCode }) : paths.studentClass(hashCode);

/** Home is the child's class or book; without either it is the profiles page. */
export const homePath = (profile: Profile | null): string =>
  profile?.place ? placePath(profile.place) : paths.profiles();
