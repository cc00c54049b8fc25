import { sql } from 'drizzle-orm';
import type { Services } from '#api/app/services.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import type { SystemCheck, SystemCheckName } from '#schema/rest/system.ts';
import { checkDatabaseCertificate } from './checks/certificates.ts';
import { checkConnections } from './checks/connections.ts';
import { checkClock, checkServer, checkTimeZone } from './checks/database.ts';
import { checkDemo } from './checks/demo.ts';
import { checkHosts } from './checks/hosts.ts';
import { checkLinkHealth } from './checks/link-health.ts';
import { checkMail } from './checks/mail.ts';
import { checkMigrations } from './checks/migrations.ts';
import { checkSchoolWall } from './checks/school-wall.ts';
import { checkReplica } from './checks/replica.ts';
import { checkDisk, checkStorage } from './checks/storage.ts';
import { storeFinding } from './checks/store.ts';
import { checkTables } from './checks/tables.ts';
import { checkBackup, checkNight, checkQueue, checkRestore, checkSweep } from './checks/upkeep.ts';
import { checkWebsite } from './checks/website.ts';
import { attempted, found, reasonOf } from './finding.ts';

type Parts = Pick<Services, 'db' | 'settings' | 'storage' | 'store'>;

/** Checks of the database. When it does not answer, that is the only finding. */
export async function databaseChecks({
  db,
  settings,
}: Pick<Parts, 'db' | 'settings'>): Promise<readonly SystemCheck[]> {
  try {
    await db.execute(sql`select 1`);
  } catch (error) {
    return [found('database', 'unreachable', { reason: reasonOf(error) })];
  }
  const migrations = await attempted('migrations', () => checkMigrations(db, settings.root));
  const server = [
    await attempted('database', () => checkServer(db)),
    await attempted('databaseCertificate', () => checkDatabaseCertificate(settings)),
    await attempted('replica', () => checkReplica(db, settings)),
    await attempted('connections', () => checkConnections(db, settings)),
    migrations,
    await attempted('timeZone', () => checkTimeZone(db, settings.timeZone)),
    await attempted('tables', () => checkTables(db)),
    await attempted('clock', () => checkClock(db)),
  ].flat();
  // The other checks need the tables of the migrations.
  if (migrations.some(({ finding }) => finding === 'older')) return server;
  const service = [
    await attempted('schoolWall', () => checkSchoolWall(db)),
    await attempted('demo', () => checkDemo(db, settings)),
    await attempted('queue', () => checkQueue(db)),
    await attempted('night', () => checkNight(db)),
    await attempted('sweep', () => checkSweep(db)),
    await attempted('linkHealth', () => checkLinkHealth(db, settings)),
    await attempted('backup', () => checkBackup(db)),
    await attempted('restoreCheck', () => checkRestore(db)),
  ].flat();
  return [...server, ...service];
}

interface Outside extends Pick<Parts, 'settings'> {
  /** Undefined when the store is unknown. */
  readonly storage: Storage | undefined;
}

/** Checks of everything except the database. */
export async function outsideChecks({ settings, storage }: Outside): Promise<readonly SystemCheck[]> {
  const checks = await Promise.all([
    storage ? attempted('storage', () => checkStorage(storage, settings)) : [],
    attempted('disk', () => checkDisk(settings)),
    attempted('mail', () => checkMail(settings)),
    attempted('website', () => checkWebsite(settings)),
    attempted('hosts', () => checkHosts(settings)),
  ]);
  return checks.flat();
}

const order: readonly SystemCheckName[] = [
  'settings',
  'demo',
  'database',
  'databaseCertificate',
  'replica',
  'encoding',
  'extensions',
  'connections',
  'migrations',
  'timeZone',
  'schoolWall',
  'tables',
  'clock',
  'storage',
  'store',
  'disk',
  'mail',
  'mailCertificate',
  'ports',
  'website',
  'hosts',
  'certificate',
  'proxy',
  'uploads',
  'queue',
  'night',
  'sweep',
  'linkHealth',
  'backup',
  'restoreCheck',
];

/** Sorts the checks from the foundations up. */
export function inOrder(checks: readonly SystemCheck[]): SystemCheck[] {
  const place = ({ check }: SystemCheck): number => order.findIndex((name) => name === check);
  return [...checks].sort((one, other) => place(one) - place(other));
}

/** All checks of a running service, whose settings are known to be valid. */
export async function runChecks(parts: Parts): Promise<SystemCheck[]> {
  const store = attempted('store', async () => storeFinding(await parts.store.current()));
  const [inside, outside] = await Promise.all([databaseChecks(parts), outsideChecks(parts)]);
  return inOrder([found('settings', 'ok'), ...inside, ...outside, ...(await store)]);
}
