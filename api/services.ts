import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Secrets } from './auth/secrets.ts';
import type { Database } from './db/client.ts';
import type { Jobs } from './jobs/queue.ts';
import type { Mailer } from './mail/mailer.ts';
import type { MailWords } from './mail/words.ts';
import type { SignedLinks } from './media/signed-links.ts';
import type { StoreCheck } from './media/store-check.ts';
import type { ReadReports } from './reports/read-reports.ts';
import type { Settings } from './settings.ts';
import type { DiskReserve } from './storage/disk-reserve.ts';
import type { Launcher } from './setup/launcher.ts';
import type { Storage } from './storage/storage.ts';
import type { Intake } from './usage/intake.ts';
import type { PageView } from './usage/page-view.ts';

/** What routes and stores work with; made once per process. */
export interface Services {
  readonly db: Database;
  /** The connections behind `db`, for libraries that speak SQL by themselves. */
  readonly pool: Pool;
  readonly readReports: ReadReports;
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly links: SignedLinks;
  /** Nothing goes from it while database and media store do not belong together. */
  readonly storage: Storage;
  /** Whether they do. */
  readonly store: StoreCheck;
  readonly disk: DiskReserve;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly mailWords: MailWords;
  /** The one writer of page views. */
  readonly pageViews: Intake<PageView>;
  readonly logger: Logger;
  /** Who restarts the servers with settings that were written; undefined where nobody does. */
  readonly launcher: Launcher | undefined;
}
