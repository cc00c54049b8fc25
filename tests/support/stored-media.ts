import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { media } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import { makeMedia } from './teaching.ts';

/** Stores a file with its row. */
export async function storeMedia(
  { db, storage }: Uses<'db' | 'storage'>,
  { content, ...row }: { readonly content: Buffer } & Partial<typeof media.$inferInsert>,
) {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const made = await makeMedia(db, { byteSize: content.length, sha256, ...row });
  await storage.put(made.storageKey, Readable.from([content]));
  return made;
}
