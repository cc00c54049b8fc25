import { PassThrough, type Writable } from 'node:stream';
import type { Storage } from './storage.ts';

/**
 * Stores the output of `write` under a key. When one side fails, the other side ends too instead of waiting, and no
 * file remains under the key. Rejects with the error of the side that failed.
 */
export async function putWritten(
  storage: Storage,
  key: string,
  write: (target: Writable) => Promise<unknown>,
): Promise<{ readonly size: number }> {
  const target = new PassThrough();
  const endWith = (error: unknown): never => {
    target.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  };
  const [stored, written] = await Promise.allSettled([
    storage.put(key, target).catch(endWith),
    write(target).catch(endWith),
  ]);
  if (stored.status === 'rejected') throw stored.reason;
  if (written.status === 'fulfilled') return stored.value;
  // The writer failed after its last byte.
  await storage.remove(key);
  throw written.reason;
}
