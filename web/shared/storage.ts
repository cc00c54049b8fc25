/** Reads a JSON value; undefined when it is missing or corrupt, or when the browser refuses storage. Never throws. */
export function readStored(storage: () => Storage, key: string): unknown {
  try {
    const text = storage().getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes a JSON value, or removes it when undefined; false when the browser refuses (full or forbidden). */
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
