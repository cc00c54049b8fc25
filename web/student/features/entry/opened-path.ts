import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/shared/paths.ts';
import type { OpenedByCodeFragment } from '#web/student/operations.generated.ts';

/** The path of the class, content, unit or book that a code opens. */
export function openedPath(opened: Masked<OpenedByCodeFragment>): string {
  const {
    classHashCode,
    contentHashCode,
    lessonHashCode,
    textBookHashCode: book,
  } = unmask<OpenedByCodeFragment>(opened);
  if (classHashCode !== null) return paths.studentClass(classHashCode);
  if (contentHashCode !== null) return paths.studentContent(contentHashCode, { book });
  return lessonHashCode === null ? paths.unitList({ book }) : paths.unitDetail({ unit: lessonHashCode, book });
}
