import type { Logger } from 'pino';
import type { Secrets } from './accounts/secrets.ts';
import type { Database } from './db/client.ts';
import type { SignedLinks } from './media/signed-links.ts';
import type { Settings } from './settings.ts';
import type { Storage } from './storage/storage.ts';

/** What routes and stores work with; made once per process. */
export interface Services {
  readonly db: Database;
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly links: SignedLinks;
  readonly storage: Storage;
  readonly logger: Logger;
}
