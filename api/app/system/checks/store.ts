import { pino } from 'pino';
import type { Queryable } from '#api/ground/db/client.ts';
import { installation } from '#api/ground/db/schema.ts';
import { createStoreCheck, type StoreState } from '#api/domains/media/store-check.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import { found } from '../finding.ts';
import type { SystemCheck } from '#schema/rest/system.ts';

const reasons = {
  'lost-mark': 'lostMark',
  'unknown-files': 'unknownFiles',
  'other-installation': 'otherInstallation',
  'other-database': 'otherDatabase',
} as const;

/** Whether database and media store belong together, as the running service sees it. */
export const storeFinding = (state: StoreState): SystemCheck =>
  found('store', state.state === 'together' ? 'ok' : reasons[state.reason]);

/** Checks the store with or without a running service, without marking a new store. */
export async function checkStore(db: Queryable, storage: Storage): Promise<SystemCheck> {
  const [row] = await db.select({ storeMarkedAt: installation.storeMarkedAt }).from(installation).limit(1);
  if (!row || row.storeMarkedAt === null) return found('store', 'unmarked');
  const logger = pino({ level: 'silent' });
  return storeFinding(await createStoreCheck({ db, storage, logger }).check());
}
