import { desc, inArray, or, sql } from 'drizzle-orm';
import { albumFiles, albumOf } from '#api/domains/albums/files.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { installation, media, mediaRequests, reportExports, studentAlbums } from '#api/ground/db/schema.ts';
import { sizedPictureKeys, unsizedKey } from '#api/ground/media/sized-pictures.ts';
import type { Logger } from 'pino';
import type { Storage, StoreMark } from '#api/ground/storage/storage.ts';

type ApartReason = 'lost-mark' | 'unknown-files' | 'other-installation' | 'other-database';

/** Whether this database and this media store belong together. Apart: nothing is removed from the store. */
export type StoreState =
  | { readonly state: 'together' }
  | {
      readonly state: 'apart';
      readonly reason: ApartReason;
      /** For the operator, in English. */
      readonly words: string;
    };

export interface StoreCheck {
  /** Compares the ids in the database and the store now, and marks a store that is new. Rejects when either is away. */
  check(): Promise<StoreState>;
  /** The result of the last check. A result other than `together` is checked again after a while. */
  current(): Promise<StoreState>;
  /** Marks the store as this database's own: after a restore or a move, or when the operator demands it. */
  claim(): Promise<void>;
  /** Takes this database's mark off a store without files. The next check of any database marks the store again. */
  release(): Promise<void>;
}

interface Checked {
  readonly db: Queryable;
  /** Not guarded by this check. */
  readonly storage: Storage;
  readonly logger: Logger;
}

// How many files are looked up before a store without a mark is believed to be this database's own.
const sampleSize = 500;
const knownShare = 0.9;
const sampleOfBucket = 20;
const checkAgainMs = 60_000;

export function createStoreCheck(checked: Checked): StoreCheck {
  let last: { readonly state: StoreState; readonly at: number } | undefined;
  let running: Promise<StoreState> | undefined;

  const check = (): Promise<StoreState> => {
    // Single flight: a start and its first jobs ask at once.
    running ??= compare(checked)
      .then((state) => {
        if (state.state === 'apart' && last?.state.state !== 'apart')
          checked.logger.error({ reason: state.reason }, `media: ${state.words} ${whatNow}`);
        if (state.state === 'together' && last?.state.state === 'apart')
          checked.logger.info('media: database and media store belong together again');
        last = { state, at: performance.now() };
        return state;
      })
      .finally(() => (running = undefined));
    return running;
  };

  return {
    check,
    async current() {
      if (last && (last.state.state === 'together' || performance.now() - last.at < checkAgainMs)) return last.state;
      return check();
    },
    async claim() {
      await mark(checked, await ownMark(checked));
      await check();
    },
    async release() {
      await release(checked);
      last = undefined;
    },
  };
}

export type Checking = { readonly store: StoreCheck; readonly logger: Logger };

/** For a start: a store that is away now is asked again before anything is removed. */
export async function checkAtStart({ store, logger }: Checking): Promise<void> {
  await store.check().catch((error: unknown) => logger.warn({ err: error }, 'media: the store does not answer yet'));
}

/** Whether a nightly task may remove files. Logs the reason when it may not. */
export async function mayRemove({ store, logger }: Checking, work: string): Promise<boolean> {
  const found = await store.check();
  if (found.state === 'together') return true;
  logger.error({ reason: found.reason, work }, `not begun, since it removes. ${found.words}`);
  return false;
}

const whatNow =
  'Nothing is removed until they belong together; reading and uploading go on. ' +
  'If this database is the right one for these files, run: npm run storage -- claim';

const apart = (reason: ApartReason, words: string): StoreState => ({ state: 'apart', reason, words });

async function compare(checked: Checked): Promise<StoreState> {
  const { db, storage } = checked;
  const found = await storage.readMark();
  const own = await ownMark(checked);
  const row = await installationOf(db);
  if (found === undefined) {
    if (row.storeMarkedAt !== null)
      return apart(
        'lost-mark',
        'The media store has no installation id, and this database has written one before: it is another store, or a disk that is not mounted.',
      );
    if (!(await isOwnOrEmpty(checked)))
      return apart(
        'unknown-files',
        'The media store has no installation id and holds files that this database does not know: the database is empty, older or another one.',
      );
    await mark(checked, own);
    // Two databases can start at once on a new store: the database whose mark was written last owns the store.
    return (await storage.readMark())?.installation === own.installation ? { state: 'together' } : compare(checked);
  }
  if (found.installation !== own.installation)
    return apart(
      'other-installation',
      'The media store belongs to another installation: its id differs from the one in this database.',
    );
  if (found.database !== undefined && own.database !== undefined && found.database !== own.database)
    return apart(
      'other-database',
      'The media store belongs to another database with the same installation id: this one is a copy or was restored or moved.',
    );
  if (row.storeMarkedAt === null) await rememberMark(db);
  return { state: 'together' };
}

async function installationOf(db: Queryable) {
  const [row] = await db
    .select({ id: installation.id, storeMarkedAt: installation.storeMarkedAt })
    .from(installation)
    .limit(1);
  if (!row) throw new Error('The table "installation" has no row: the database was not migrated');
  return row;
}

/** The id of this installation, as the migrations gave it. */
export const installationId = async (db: Queryable): Promise<string> => (await installationOf(db)).id;

/** Whether the store is marked as this very database's own. A copy of the database does not own it. */
export async function isMarkedBy(db: Queryable, storage: Storage): Promise<boolean> {
  const found = await storage.readMark();
  return found?.database !== undefined && found.database === (await databaseIdentity(db));
}

async function ownMark({ db, storage }: Checked): Promise<StoreMark> {
  const { id } = await installationOf(db);
  const found = await storage.readMark();
  const bareKeys = found?.bareKeys ?? (await holdsBareKeys(db, storage));
  return { installation: id, database: await databaseIdentity(db), bareKeys };
}

/**
 * The cluster's number, which a physical replica shares, and the database's in it, which a restored dump does not.
 * Undefined where the service does not give the number.
 */
export async function databaseIdentity(db: Queryable): Promise<string | undefined> {
  try {
    const { rows } = await db.execute<{ identity: string }>(sql`
      select (select system_identifier from pg_control_system()) || '/' || oid as identity
      from pg_database where datname = current_database()`);
    return rows[0]?.identity;
  } catch (error) {
    if (mayNotCall(error)) return undefined;
    throw error;
  }
}

// A managed service may keep the function to itself: then the installation id alone decides.
const mayNotCall = (error: unknown): boolean =>
  error instanceof Error && [error, error.cause].some((each) => each instanceof Error && codeOf(each) === '42501');

const codeOf = (error: Error): unknown => ('code' in error ? error.code : undefined);

async function mark({ db, storage }: Checked, own: StoreMark): Promise<void> {
  await storage.writeMark(own);
  await rememberMark(db);
}

// The database forgets the mark first. After a crash in between, the next check finds the own mark, or an empty store.
async function release(checked: Checked): Promise<void> {
  const { db, storage } = checked;
  const found = await compare(checked);
  if (found.state === 'apart') throw new Error(found.words);
  for (const list of [storage.list(), storage.listSetAside()])
    for await (const { key } of list) throw new Error(`The media store keeps its installation id: it holds ${key}.`);
  await db.update(installation).set({ storeMarkedAt: null });
  await storage.removeMark();
}

async function rememberMark(db: Queryable): Promise<void> {
  await db.update(installation).set({ storeMarkedAt: sql`now()` });
}

async function isOwnOrEmpty({ db, storage }: Checked): Promise<boolean> {
  const [demo, own]: [string[], string[]] = [[], []];
  for await (const { key } of storage.list()) {
    (key.startsWith('demo-') ? demo : own).push(key);
    if (own.length === sampleSize) break;
  }
  // Every demo school has the same keys, which say little where there are others.
  const sample = own.length > 0 ? own : demo.slice(0, sampleSize);
  const keysInDatabase = await knownKeys(db, sample);
  return sample.filter((key) => keysInDatabase.has(key)).length >= sample.length * knownShare;
}

// Before keys had a prefix, a file stood in the bucket under its bare key.
async function holdsBareKeys(db: Queryable, storage: Storage): Promise<boolean> {
  const rows = await db
    .select({ key: media.storageKey })
    .from(media)
    .orderBy(desc(media.createdAt), desc(media.id))
    .limit(sampleOfBucket);
  for (const { key } of rows) if (await storage.isBare(key)) return true;
  return false;
}

/** The keys among these that a row of this database uses. A sized picture is of the row of its original. */
export async function knownKeys(db: Queryable, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const wantedKeys = keys.flatMap((key) => [key, unsizedKey(key)]);
  const stored = await db.select({ key: media.storageKey }).from(media).where(inArray(media.storageKey, wantedKeys));
  const sources = await db
    .select({ main: mediaRequests.sourceKey, thumbnail: mediaRequests.thumbnailSourceKey })
    .from(mediaRequests)
    .where(or(inArray(mediaRequests.sourceKey, wantedKeys), inArray(mediaRequests.thumbnailSourceKey, wantedKeys)));
  const files = await db
    .select({ key: reportExports.storageKey })
    .from(reportExports)
    .where(inArray(reportExports.storageKey, wantedKeys));
  const albums = await db
    .select({ key: studentAlbums.storageKey })
    .from(studentAlbums)
    .where(inArray(studentAlbums.storageKey, keys.flatMap(albumOf)));
  return new Set([
    ...files.map(({ key }) => key),
    ...albums.flatMap(({ key }) => albumFiles(key)),
    ...stored.flatMap(({ key }) => [key, ...sizedPictureKeys(key)]),
    ...sources.flatMap(({ main, thumbnail }) => [main, thumbnail].filter((key) => key !== null)),
  ]);
}
