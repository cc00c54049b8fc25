import '#web/staff/platform/zod-without-eval.ts';
import { z } from 'zod';
import { readStored, session, writeStored } from '#web/shared/storage.ts';

const name = 'explorerApiKey';

/** The format of a key: the prefix and 256 random bits. */
export const apiKeyPattern = /^mbk_[\w-]{43}$/;

/** The tab's API key. Session storage keeps the key for this tab only, until the tab closes. */
export function storedApiKey(): string {
  return z.string().catch('').parse(readStored(session, name));
}

/** Stores a key for this tab; an empty key deletes the stored key. */
export function storeApiKey(key: string): void {
  writeStored(session, name, key === '' ? undefined : key);
}
