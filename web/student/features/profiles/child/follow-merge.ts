import {
  ClassRosterDocument,
  type ClassRosterQuery,
  type ClassRosterQueryVariables,
} from '#web/student/features/profiles/roster.lazy.generated.ts';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { animalOf, classPlaceOf, infoOf } from '#web/student/platform/profiles/stored-profile.ts';
import { workInHand } from '#web/student/platform/work-in-hand.ts';
import { takeChild } from './take-child.ts';
import { takeOver } from './take-over.ts';

/**
 * Replaces a profile of this device whose token has ended by the profile of its class that staff merged it into, together
 * with everything that waits on this device. If the class asks for animals or a card, the child has to choose its tile on
 * the profiles page first.
 */
export async function followMerge(endedId: string): Promise<void> {
  const ended = profileStore.getState().profiles.find(({ id }) => id === endedId);
  const place = ended && classPlaceOf(ended);
  if (!place) return;
  const { data } = await studentClient.query<ClassRosterQuery, ClassRosterQueryVariables>({
    query: ClassRosterDocument,
    variables: { classHashCode: place.hashCode },
    fetchPolicy: 'network-only',
  });
  const row = data?.classRoster.find(({ mergedIds }) => mergedIds.includes(endedId));
  const animal = row && animalOf(row.animal);
  if (!data || !row || !animal) return;
  await workInHandEnds();
  const isActive = () => profileStore.getState().info?.id === endedId;
  if (row.asksPictures || row.asksCard) {
    if (isActive()) profileStore.setInfo(null);
    return;
  }
  const child = { ...row, animal };
  const taken = await takeChild(studentClient, { found: data.studentClass, child, shown: [], isCurrent: () => true });
  if (!taken) return;
  if (isActive()) profileStore.setInfo(infoOf(taken));
  await takeOver(taken.id, row.mergedIds);
}

/** Resolves when no work is in hand. Another active profile changes the page, which would lose the work. */
const workInHandEnds = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (workInHand.isClaimed()) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = workInHand.subscribe(look);
    look();
  });
