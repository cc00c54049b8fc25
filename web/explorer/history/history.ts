import { z } from 'zod';
import type { Draft } from '#web/explorer/requests/request.ts';
import { local, readStored, writeStored } from '#web/shared/storage.ts';
import { holdsSecret } from './secrets.ts';

/** Earlier versions stored the requests of all users of the browser under this key. */
const sharedName = 'explorerHistory';
const nameOf = (owner: string) => `${sharedName}:${owner}`;
const most = 30;

const entry = z.object({ query: z.string(), variables: z.string() });
/** A request that was sent. Headers are never part of it. */
export type HistoryEntry = z.infer<typeof entry>;

/** The history of a signed-in user, by id. Nobody has no history: the next person at this browser would read it. */
export function readHistory(owner: string | undefined): readonly HistoryEntry[] {
  writeStored(local, sharedName, undefined);
  if (owner === undefined) return [];
  return z
    .array(entry)
    .catch([])
    .parse(readStored(local, nameOf(owner)));
}

/** Puts a request first, once, unless it holds a secret. */
export function remember(owner: string | undefined, { query, variables }: Draft): readonly HistoryEntry[] {
  const entriesBefore = readHistory(owner);
  if (owner === undefined || query.trim() === '' || holdsSecret(query, variables)) return entriesBefore;
  const others = entriesBefore.filter((each) => each.query !== query || each.variables !== variables);
  const entries = [{ query, variables }, ...others].slice(0, most);
  writeStored(local, nameOf(owner), entries);
  return entries;
}

export function forgetHistory(owner: string | undefined): readonly HistoryEntry[] {
  if (owner !== undefined) writeStored(local, nameOf(owner), undefined);
  return [];
}
