import { Readable } from 'node:stream';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import { z } from 'zod';
import { databaseIdentity } from '#api/domains/media/store-check.ts';
import { isDatedAhead } from '#api/ground/dated-ahead.ts';
import { messageOf } from '#api/ground/message-of.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { textOf } from './find-backups.ts';
import { openPlace } from './open-place.ts';
import { backupsOfOthers, othersInWords } from './own-backups.ts';
import { NotInPlace, type Place } from './place.ts';
import { onConnection } from './snapshot.ts';

/** The reason for refusing a backup, for the operator. */
export class BackupRefused extends Error {}

const markerName = 'manabook.json';

/** Whose backups a place holds. Earlier releases wrote no database, and no instant. */
const markerForm = z.object({
  installationId: z.string(),
  database: z.string().optional(),
  /** When the database took the place. Backups from before may be those of another one that it replaced. */
  since: z.iso.datetime().optional(),
});
type Marker = z.output<typeof markerForm>;

const byHand = 'npm run backup -- --claim';

/**
 * Marks a place as this database's own; resolves with the instant since when it is. Rejects for a place of another
 * installation or of another database of this installation, since each would remove the other's backups, for one with
 * backups of a copy of this database, and for a place without a marker in which this database made backups before. With
 * `force`, only a place of another installation is refused.
 */
export async function claimPlace(place: Place, client: Client, force: boolean): Promise<Date> {
  const own = await ownMarker(client);
  const found = await readMarker(place);
  if (found && found.installationId !== own.installationId)
    throw new BackupRefused(`${place.title} holds the backups of another installation. Use another place for this one`);
  if (found && isOfAnother(found, own) && !force)
    throw new BackupRefused(
      `${place.title} holds the backups of another database of this installation: one of the two is a copy, or this one was restored or moved. ` +
        `A copy needs a place of its own (BACKUP_TO). If this database has replaced that one, run: ${byHand}`,
    );
  if (!found && !force) await assertNew(place, client);
  const since = new Date(found?.since ?? 0);
  // A copy of the files, such as a cloned machine, has the same identity. Only its backups tell the copy apart.
  if (found?.since === undefined || force || isDatedAhead(since)) return take(place, found, own);
  const others = await backupsOfOthers(place, client, since);
  if (others.length > 0)
    throw new BackupRefused(
      `${place.title} ${othersInWords(others)}: a copy of this installation makes its backups here too, or this database was set back to an earlier day. ` +
        `A copy needs a place of its own (BACKUP_TO). When it has one, or there is none, run here: ${byHand}`,
    );
  if (own.database !== undefined && found.database !== own.database)
    await writeMarker(place, { ...own, since: found.since });
  return since;
}

async function take(place: Place, found: Marker | undefined, own: Marker): Promise<Date> {
  const since = new Date();
  await writeMarker(place, { ...own, database: own.database ?? found?.database, since: since.toISOString() });
  return since;
}

/**
 * Marks the place of the settings (`BACKUP_TO`) as this database's own if the database that it replaces made backups
 * there. Resolves with the place's title if it was another database's. After a restore the database does not know of the
 * last backups there, also where it is the same one. A failure is only printed: the next backup there is refused with the
 * reason.
 *
 * @param replaced the identity of the database before; any, unless given.
 */
export async function takePlaceOver(settings: Settings, url: string, replaced?: string): Promise<string | undefined> {
  const { to } = settings.backup;
  if (to === undefined) return undefined;
  try {
    const place = await openPlace(to, settings);
    const found = await readMarker(place);
    if (!found || found.database !== (replaced ?? found.database)) return undefined;
    const own = await onConnection(url, ownMarker);
    if (found.installationId !== own.installationId) return undefined;
    await take(place, found, own);
    return isOfAnother(found, own) ? place.title : undefined;
  } catch (error) {
    console.error(`The backups in ${to} are not this database's yet (${messageOf(error)}). Run: ${byHand}`);
    return undefined;
  }
}

/** The identity of a database, for `takePlaceOver`. */
export const identityOf = (url: string): Promise<string | undefined> =>
  onConnection(url, (client) => databaseIdentity(drizzle(client)));

const isOfAnother = (found: Marker, own: Marker): boolean =>
  found.database !== undefined && own.database !== undefined && found.database !== own.database;

// A mount point without its disk is an empty folder, and backups in it would fill the system's disk.
async function assertNew(place: Place, client: Client): Promise<void> {
  const { rows } = await client.query<{ at: Date }>(
    `select started_at as at from maintenance_runs
     where kind = 'backup' and outcome = 'done' and details ->> 'place' = $1 order by started_at desc limit 1`,
    [place.title],
  );
  if (!rows[0]) return;
  throw new BackupRefused(
    `${place.title} held a backup of this database on ${rows[0].at.toISOString()}, and its ${markerName} is gone. Is the disk mounted? ` +
      `To begin anew in this place, run: ${byHand}`,
  );
}

async function ownMarker(client: Client): Promise<Marker> {
  return { installationId: await installationOf(client), database: await databaseIdentity(drizzle(client)) };
}

/** The id of a database's installation. */
export async function installationOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from installation');
  if (!rows[0]) throw new BackupRefused('The database is empty. Start Manabook on it once');
  return rows[0].id;
}

async function readMarker(place: Place): Promise<Marker | undefined> {
  const content = await place.open(markerName).catch((error: unknown) => {
    if (error instanceof NotInPlace) return undefined;
    throw error;
  });
  if (!content) return undefined;
  const text = await textOf(content);
  try {
    return markerForm.parse(JSON.parse(text));
  } catch (error) {
    throw new BackupRefused(`${markerName} in ${place.title} says whose backups these are, and cannot be read`, {
      cause: error,
    });
  }
}

async function writeMarker(place: Place, marker: Marker): Promise<void> {
  await place.put(markerName, Readable.from([Buffer.from(JSON.stringify(marker))]));
}
