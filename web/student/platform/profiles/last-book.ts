import { storedValue, useStoredValue } from '#web/student/platform/stored-value.ts';
import { isObject } from '#web/shared/is-object.ts';

/** The book that was last opened on this device by any profile. */
export interface LastBook {
  readonly hashCode: string;
  readonly name: string;
}

const lastBook = storedValue<LastBook | null>({ key: 'lastBook', parse, join: (mine) => mine });

function parse(stored: unknown): LastBook | null {
  if (!isObject(stored)) return null;
  const { hashCode, name } = stored;
  return typeof hashCode === 'string' && typeof name === 'string' ? { hashCode, name } : null;
}

export const useLastBook = (): LastBook | null => useStoredValue(lastBook);

export const rememberLastBook = ({ hashCode, name }: LastBook): void => lastBook.set({ hashCode, name });
