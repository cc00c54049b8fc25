import { Navigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { homePath } from '#web/student/frame/home-path.ts';
import { useWhere } from '#web/student/frame/where.ts';
import { activeProfile, useStudent } from '#web/student/profiles/use-student.ts';
import { ClassGames } from './class-games.tsx';

/** The games of the class in the address; a book without a class has its games in its units. */
export function Component() {
  const where = useWhere();
  const profile = activeProfile(useStudent());
  if (where.class) return <ClassGames classHashCode={where.class} />;
  if (where.book) return <Navigate to={paths.unitList(where)} replace />;
  const place = profile?.place;
  const own = place && place.classId !== null ? paths.gameList({ class: place.hashCode }) : homePath(profile);
  return <Navigate to={own} replace />;
}
