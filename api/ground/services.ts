import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Database } from './db/client.ts';
import type { ReadReports } from './db/read-reports.ts';
import type { SignedLinks } from './http/signed-links.ts';
import type { Jobs } from './jobs/queue.ts';
import type { Secrets } from './keys/secrets.ts';
import type { Mailer } from './mail/mailer.ts';
import type { MailWords } from './mail/words.ts';
import type { Settings } from './settings/settings.ts';
import type { DiskReserve } from './storage/disk-reserve.ts';
import type { Storage } from './storage/storage.ts';

/** The services of this storey, by name. */
export interface GroundServices {
  readonly db: Database;
  /** The connections behind `db`, for libraries that speak SQL by themselves. */
  readonly pool: Pool;
  readonly readReports: ReadReports;
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly links: SignedLinks;
  /** Refuses removals while database and media store do not belong together. */
  readonly storage: Storage;
  readonly disk: DiskReserve;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly mailWords: MailWords;
  readonly logger: Logger;
}

/** The services that a function uses, and no others: `Uses<'db' | 'links'>`. The app opens them once per process. */
export type Uses<Name extends keyof GroundServices> = Pick<GroundServices, Name>;
