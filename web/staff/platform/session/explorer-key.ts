import '#web/staff/platform/zod-without-eval.ts';
import { z } from 'zod';
import { readStored, session, writeStored } from '#web/shared/storage.ts';

const name = 'explorerApiKey';

const stored = z.object({ key: z.string(), owner: z.string().optional() });

/**
 * The API key that was pasted into the explorer in this tab; empty when there is none. Session storage keeps the key
 * until the tab closes. `owner`: the signed-in user's id. A key that a signed-in user pasted is that user's alone.
 */
export function storedApiKey(owner: string | undefined): string {
  const found = stored.safeParse(readStored(session, name)).data;
  return found && (found.owner === undefined || found.owner === owner) ? found.key : '';
}

/** Stores a key for this tab; an empty key deletes the stored key. */
export function storeApiKey(key: string, owner?: string): void {
  writeStored(session, name, key === '' ? undefined : { key, owner });
}
