import { useWhere, type Where } from '#web/student/frame/where.ts';
import { useContentDetailsQuery } from '#web/student/operations.generated.ts';
import { activeProfile, useStudent } from '#web/student/profiles/use-student.ts';
import type { StudentContent } from './content-detail.tsx';

/** The class or book that a content's links stay in: the address says it, else the child's own class, else the book. */
export function useWhereOf(content: StudentContent | undefined): Where {
  const asked = useWhere();
  const profile = activeProfile(useStudent());
  const isKnown = asked.class !== undefined || asked.book !== undefined;
  const { data } = useContentDetailsQuery({
    variables: { hashCode: content?.hashCode ?? '' },
    skip: isKnown || !content || !profile,
    // The answer depends on who asks, so it is not kept.
    fetchPolicy: 'network-only',
  });
  if (isKnown || !content) return asked;
  const classHashCode = data?.contentDetails.classHashCode;
  return { ...asked, ...(classHashCode ? { class: classHashCode } : { book: content.textBook.hashCode }) };
}
