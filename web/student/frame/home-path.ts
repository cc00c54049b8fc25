import { paths } from '#web/paths.ts';
import type { Place, Profile } from '#web/student/profiles/stored-profile.ts';

/** The page of a class or a book. */
export const placePath = ({ classId, hashCode }: Place): string =>
  classId === null ? paths.unitList({ book: hashCode }) : paths.studentClass(hashCode);

/** Home is the child's class or book, and the profiles page for who has none yet. */
export const homePath = (profile: Profile | null): string =>
  profile?.place ? placePath(profile.place) : paths.profiles();
