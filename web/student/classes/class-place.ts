import { useEffect } from 'react';
import { useJoinClassMutation, type ClassOfChildFragment } from '#web/student/operations.generated.ts';
import { profileStore } from '#web/student/profiles/profile-store.ts';
import { activeProfile, useStudent } from '#web/student/profiles/use-student.ts';

interface ClassPlaceProps {
  readonly found: ClassOfChildFragment | undefined;
}

/**
 * Makes the class the active profile's place, and joins it when the profile is not in it yet. It stands beside its page and
 * shows nothing, so that the page is not drawn anew for what this tells of the profile.
 */
export function ClassPlace({ found }: ClassPlaceProps): null {
  const [joinClass] = useJoinClassMutation();
  const profile = activeProfile(useStudent());
  const profileId = profile?.id;
  const isMember = profile?.classIds.includes(found?.id ?? '') ?? false;

  useEffect(() => {
    if (!found || profileId === undefined || found.completed) return;
    const { id: classId, classHashCode, className, textBook } = found;
    profileStore.enter({
      hashCode: classHashCode,
      classId,
      className,
      textBookId: textBook.id,
      textBookName: textBook.name,
    });
  }, [found, profileId]);

  useEffect(() => {
    if (!found || profileId === undefined || isMember || found.completed) return;
    // The pages of a class are open without joining, so a failure waits for the next visit.
    joinClass({ variables: { classHashCode: found.classHashCode } })
      .then(() => profileStore.joined(profileId, found.id))
      .catch(() => undefined);
  }, [found, profileId, isMember, joinClass]);
  return null;
}
