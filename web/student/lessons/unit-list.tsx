import { Navigate } from 'react-router-dom';
import { homePath } from '#web/student/frame/home-path.ts';
import { useWhere } from '#web/student/frame/where.ts';
import { activeProfile, useStudent } from '#web/student/profiles/use-student.ts';
import { BookUnits } from './book-units.tsx';
import { ClassUnits } from './class-units.tsx';

/** All units of a class or of a book; without either, the child's own. */
export function Component() {
  const where = useWhere();
  const profile = activeProfile(useStudent());
  if (where.class) return <ClassUnits classHashCode={where.class} />;
  if (where.book) return <BookUnits book={where.book} />;
  return <Navigate to={homePath(profile)} replace />;
}
