import type { StudentContent } from '#web/student/contents/content-detail.tsx';
import { isPreview } from '#web/student/apollo/preview.ts';
import type { Where } from '#web/student/frame/where.ts';
import { activeProfile, useStudent } from '#web/student/profiles/use-student.ts';

/** The class whose wall a recording may go to: the address's or the child's own of this book; none for a visitor or staff. */
export function useClassOf({ textBook }: StudentContent, where: Where): string | undefined {
  const profile = activeProfile(useStudent());
  if (!profile || isPreview(window.location.search)) return undefined;
  if (where.class !== undefined) return where.class;
  const { place } = profile;
  return place !== null && place.classId !== null && place.textBookId === textBook.id ? place.hashCode : undefined;
}
