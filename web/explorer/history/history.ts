import { z } from 'zod';
import type { Draft } from '#web/explorer/requests/request.ts';
import { local, readStored, writeStored } from '#web/shared/storage.ts';
import { holdsSecret } from './secrets.ts';

const name = 'explorerHistory';
const most = 30;

const entry = z.object({ query: z.string(), variables: z.string() });
/** A request that was sent. Headers are never part of it. */
export type HistoryEntry = z.infer<typeof entry>;

export function readHistory(): readonly HistoryEntry[] {
  return z.array(entry).catch([]).parse(readStored(local, name));
}

/** Puts a request first, once, unless it holds a secret. */
export function remember({ query, variables }: Draft): readonly HistoryEntry[] {
  const entriesBefore = readHistory();
  if (query.trim() === '' || holdsSecret(query, variables)) return entriesBefore;
  const others = entriesBefore.filter((each) => each.query !== query || each.variables !== variables);
  const entries = [{ query, variables }, ...others].slice(0, most);
  writeStored(local, name, entries);
  return entries;
}

export function forgetHistory(): readonly HistoryEntry[] {
  writeStored(local, name, undefined);
  return [];
}
