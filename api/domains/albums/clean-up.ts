import { or, sql } from 'drizzle-orm';
import { inBatches, type Night } from '#api/domains/retention/batches.ts';
import { studentAlbums } from '#api/ground/db/schema.ts';
import { removeAlbumFiles } from './files.ts';
import { hasAlbumJob } from './jobs.ts';
import { isStillAllowed } from './scope.ts';

const batchSize = 50;

// A failed album is shown for a day.
const hasEnded = or(
  sql`${studentAlbums.expiresAt} <= now()`,
  sql`not ${isStillAllowed}`,
  sql`${studentAlbums.state} <> 'done' and ${studentAlbums.createdAt} < now() - interval '1 day' and not ${hasAlbumJob}`,
);

/** Removes the albums whose link has ended, with their files; how many. */
export const removeEndedAlbums = (night: Night): Promise<number> =>
  inBatches(night, async (tx) => {
    const { rows } = await tx.execute<{ key: string }>(sql`
      delete from ${studentAlbums} where ${studentAlbums.id} in (
        select ${studentAlbums.id} from ${studentAlbums} where ${hasEnded} limit ${batchSize}
      ) returning ${studentAlbums.storageKey} as key`);
    const keys = rows.map(({ key }) => key);
    return { count: keys.length, afterwards: () => removeAlbumFiles(night.services.storage, keys) };
  });
