import {
  ClassRosterDocument,
  type ClassRosterQuery,
  type ClassRosterQueryVariables,
} from '#web/student/features/profiles/roster.lazy.generated.ts';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { classPlaceOf, infoOf } from '#web/student/platform/profiles/stored-profile.ts';
import { workInHand } from '#web/student/platform/work-in-hand.ts';
import { animals } from '#schema/rules/profile-name.ts';
import { takeChild } from './take-child.ts';
import { takeOver } from './take-over.ts';

/**
 * Lets a child whose profile was merged into another one of its class go on as that one, with everything that waits on
 * this device. A child who shows its animals or its card first chooses itself on the profiles page.
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
  const animal = row && animals.find((known) => known === row.animal.toLowerCase());
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

/** Resolves once no child is making anything, since the page changes with its child. */
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
