import '#web/staff/platform/zod-without-eval.ts';
import { z } from 'zod';
import { readStored, session, writeStored } from '#web/shared/storage.ts';

const name = 'explorerApiKey';

/** What a key looks like: its prefix and 256 random bits. */
export const apiKeyPattern = /^mbk_[\w-]{43}$/;

/** The key this tab works with; the tab alone knows it, and forgets it when it is closed. */
export function storedApiKey(): string {
  return z.string().catch('').parse(readStored(session, name));
}

/** Keeps a key for this tab; an empty one is forgotten. */
export function storeApiKey(key: string): void {
  writeStored(session, name, key === '' ? undefined : key);
}
