import { handOverProgress } from '#web/student/platform/change-progress.ts';
import { forgetSwitches } from '#web/student/platform/own-switches.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';

/**
 * Moves everything that this device stores of merged profiles, such as works that wait for the wall, to the profile that
 * staff merged them into, and removes the merged profiles from the device. Nothing changes if the code for works cannot be
 * loaded.
 */
export async function takeOver(intoId: string, mergedIds: readonly string[]): Promise<void> {
  const merged = profileStore.getState().profiles.filter(({ id }) => mergedIds.includes(id));
  if (merged.length === 0) return;
  const { outbox } = await import('#web/student/platform/sending/outbox.ts');
  for (const { id } of merged) {
    await outbox.handOver(id, intoId);
    handOverProgress(id, intoId);
    // The remaining profile keeps its own switches.
    forgetSwitches(id);
    profileStore.remove(id);
  }
}
