import { z } from 'zod';
import { removeAlbumFiles } from '#api/domains/albums/files.ts';
import { knownKeys, type StoreCheck } from '#api/domains/media/store-check.ts';
import { removeManyFiles } from '#api/domains/retention/unused-media.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { declareJob } from '#api/ground/jobs/job.ts';
import type { Uses } from '#api/ground/services.ts';

export const removeErased = declareJob(
  'removeErased',
  z.object({
    /** The storage keys of files that nothing shows any more. */
    keys: z.array(z.string()).readonly(),
    /** Those of albums, each of which is more than one file. */
    albums: z.array(z.string()).readonly(),
  }),
);

/** The unused files of an erased child. */
export type ErasedFiles = z.output<typeof removeErased.payload>;

// About three months: a store may be away, or belong to another database, for weeks.
const maxAttempts = 400;

/** Adds the job that removes the files, in the transaction of the rows. Afterwards the keys are stored nowhere else. */
export async function addRemoval(tx: Queryable, { jobs }: Uses<'jobs'>, files: ErasedFiles): Promise<void> {
  if (files.keys.length + files.albums.length > 0) await jobs.add(tx, removeErased, files, { maxAttempts });
}

/** Removes the files at once, after the commit. A failure is only logged, because the job removes them too. */
export async function removeErasedNow({ storage, logger }: Uses<'storage' | 'logger'>, files: ErasedFiles) {
  try {
    await removeManyFiles(storage, files.keys);
    await removeAlbumFiles(storage, files.albums);
  } catch (error) {
    logger.warn({ err: error }, 'an erased child’s files are still there: the job removes them');
  }
}

/** Runs as a job. Fails, and is retried, until the files of an erased child are removed for good. */
export async function removeErasedFiles(
  { db, storage, store }: Uses<'db' | 'storage'> & { readonly store: StoreCheck },
  { keys, albums }: ErasedFiles,
): Promise<void> {
  // The storage skips removals then, without an error.
  const found = await store.check();
  if (found.state === 'apart') throw new Error(`An erased child's files are still there. ${found.words}`);
  // A demo school that was set up again since then uses the same keys.
  const used = await knownKeys(db, keys);
  await removeManyFiles(
    storage,
    keys.filter((key) => !used.has(key)),
  );
  await removeAlbumFiles(storage, albums);
}
