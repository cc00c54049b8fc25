import { Navigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { useWhere } from '#web/student/frame/where.ts';
import { activeProfile, useStudent } from '#web/student/profiles/use-student.ts';
import { ClassWall } from './class-wall.tsx';

/** The wall of the class in the address; without one, of the child's own class. */
export function Component() {
  const where = useWhere();
  const place = activeProfile(useStudent())?.place;
  if (where.class) return <ClassWall classHashCode={where.class} />;
  const own = place && place.classId !== null ? paths.communityList({ class: place.hashCode }) : paths.profiles();
  return <Navigate to={own} replace />;
}
