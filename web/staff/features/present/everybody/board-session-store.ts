import { isObject } from '#web/shared/is-object.ts';
import { readStored, session, writeStored } from '#web/shared/storage.ts';

const key = 'boardSession';

/** After a reload, the time in milliseconds until the previous page has released its lock. */
const patience = 2_000;

/** The session that this tab's board started for a class; a reloaded board continues the session. */
export function storedSession(classId: string): string | null {
  const stored = readStored(session, key);
  return isObject(stored) && stored.classId === classId && typeof stored.id === 'string' ? stored.id : null;
}

export const storeSession = (classId: string, id: string | null): boolean =>
  writeStored(session, key, id === null ? undefined : { classId, id });

/** Forgets a session, unless the board has started another one since. */
export function forgetSession(classId: string, id: string): void {
  if (storedSession(classId) === id) storeSession(classId, null);
}

const claims = new Map<string, Promise<boolean>>();

/**
 * Takes the lock of a session until the page is closed; false if another tab has it. Browsers copy sessionStorage into a
 * duplicated tab, and two tabs must not lead the same session.
 */
export function claimSession(id: string): Promise<boolean> {
  const claim = claims.get(id) ?? takeLock(`board-session ${id}`);
  claims.set(id, claim);
  return claim;
}

function takeLock(name: string): Promise<boolean> {
  // Web Locks exist on secure origins only.
  const locks: LockManager | undefined = globalThis.navigator.locks;
  if (locks === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise<never>(() => undefined);
    };
    locks.request(name, { signal: AbortSignal.timeout(patience) }, hold).catch(() => resolve(false));
  });
}
