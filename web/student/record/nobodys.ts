import { readStored, session, writeStored } from '#web/shared/storage.ts';

const key = 'spokenByNobody';

/** The recordings that were made in this tab before anybody had said who is speaking. */
export interface Nobodys {
  readonly add: (id: string) => void;
  readonly has: (id: string) => boolean;
}

const stored = (): readonly unknown[] => {
  const found = readStored(session, key);
  return Array.isArray(found) ? found : [];
};

export const nobodys: Nobodys = {
  add: (id) => void writeStored(session, key, [...stored(), id]),
  has: (id) => stored().includes(id),
};
