import { outbox } from '#web/student/platform/sending/outbox.ts';

/** Deletes the works of the test before, which may still wait on the device. */
export async function emptyOutbox(): Promise<void> {
  for (const id of await outbox.select((work) => work.id)) await outbox.remove(id);
}
