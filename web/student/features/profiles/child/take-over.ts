import { handOverProgress } from '#web/student/platform/change-progress.ts';
import { forgetSwitches } from '#web/student/platform/own-switches.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';

/**
 * Gives what this device keeps of profiles that staff merged into a child's, such as works that wait for the wall, to the
 * child; the merged profiles leave the device. Without the code that stores works everything stays as it is.
 */
export async function takeOver(intoId: string, mergedIds: readonly string[]): Promise<void> {
  const merged = profileStore.getState().profiles.filter(({ id }) => mergedIds.includes(id));
  if (merged.length === 0) return;
  const { outbox } = await import('#web/student/platform/sending/outbox.ts');
  for (const { id } of merged) {
    await outbox.handOver(id, intoId);
    handOverProgress(id, intoId);
    // Of the switches, the profile's that stays count.
    forgetSwitches(id);
    profileStore.remove(id);
  }
}
