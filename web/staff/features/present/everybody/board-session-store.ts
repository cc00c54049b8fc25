import { isRecord, readStored, session, writeStored } from '#web/shared/storage.ts';

const key = 'boardSession';

/** The session that this tab's board started for a class; a reloaded board continues the session. */
export function storedSession(classId: string): string | null {
  const stored = readStored(session, key);
  return isRecord(stored) && stored.classId === classId && typeof stored.id === 'string' ? stored.id : null;
}

export const storeSession = (classId: string, id: string | null): boolean =>
  writeStored(session, key, id === null ? null : { classId, id });
