/** Reads a JSON value; missing, corrupt or refused storage is `undefined`, never an exception. */
export function readStored(storage: () => Storage, key: string): unknown {
  try {
    const text = storage().getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes a JSON value, or removes it when `undefined`; false when the browser refused (full or forbidden). */
export function writeStored(storage: () => Storage, key: string, value: unknown): boolean {
  try {
    if (value === undefined) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const local = (): Storage => window.localStorage;
export const session = (): Storage => window.sessionStorage;

/** Whether something that was stored, or came from outside, is an object whose fields can be looked at. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
