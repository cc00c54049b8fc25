import { randomBytes } from 'node:crypto';
import { mkdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { hashPassword } from '#api/domains/auth/passwords.ts';
import type { Database } from '#api/ground/db/client.ts';
import { startThrowAwayPostgres } from '#api/ground/db/embedded/throw-away.ts';
import { media, passkeys, rateLimits, secondFactors, users } from '#api/ground/db/schema.ts';
import type { Services } from '#api/app/services.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { startApi } from '#api/app/start.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { ChosenBackup } from './choose-backup.ts';
import type { Differences } from './restore-backup.ts';
import { restoreInstallation } from './restore-installation.ts';

export interface Verified {
  readonly differences: Differences;
  readonly rows: number;
  readonly files: number;
  /** Whether a member of staff could sign in; null when the backup has no account that may. */
  readonly signIn: boolean | null;
}

/**
 * Restores a backup beside the running installation, into a PostgreSQL and a folder that are gone afterwards, and proves
 * it: every table's rows, every file's content, and an API on it that lets a member of staff in and sends a file. After
 * an abort nothing is left either.
 */
export async function verifyBackup(
  settings: Settings,
  chosen: ChosenBackup,
  { scratch = tmpdir(), signal }: { scratch?: string | undefined; signal?: AbortSignal } = {},
): Promise<Verified> {
  await assertRoom(chosen, scratch);
  const server = await startThrowAwayPostgres({ within: resolve(scratch) });
  try {
    // PostgreSQL's own user passes through the folder around it.
    const dataDir = join(server.folder, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    const beside: Settings = {
      ...settings,
      databaseUrl: server.url,
      sessionUrl: server.url,
      dataDir,
      s3: undefined,
      host: '127.0.0.1',
      port: 0,
      metrics: undefined,
      demoData: false,
      // The tested account may be a demo account; nobody else can reach this API.
      demoSignIn: true,
      // Jobs of the restored queue must not send mails or make backups.
      jobsInApi: false,
      smtpUrl: undefined,
      backup: { ...settings.backup, to: undefined },
      logLevel: 'silent',
    };
    const { differences } = await restoreInstallation(beside, chosen, { replace: false, ...(signal && { signal }) });
    signal?.throwIfAborted();
    const used = await useApi(beside);
    const { tables, files } = chosen.manifest;
    return {
      differences: [...differences, ...used.differences],
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      files: files.count,
      signIn: used.signIn,
    };
  } finally {
    await server.stop();
  }
}

async function assertRoom({ manifest }: ChosenBackup, scratch: string): Promise<void> {
  const { bavail, bsize } = await statfs(scratch);
  // An estimate: a table with its indexes takes several times its compressed text.
  const tables = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0) * 10;
  const needed = manifest.files.contentBytes + tables;
  if (bavail * bsize > needed) return;
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
  throw new Error(
    `${scratch} has ${gigabytes(bavail * bsize)} GB free, and the check needs about ${gigabytes(needed)} GB. Give it another folder: --scratch FOLDER`,
  );
}

async function useApi(settings: Settings): Promise<{ differences: string[]; signIn: boolean | null }> {
  const api = await startApi(settings);
  try {
    const { services, url } = api;
    const signIn = await signInOnce(services, url);
    const differences = signIn === false ? ['sign-in: the API refused an account of the backup'] : [];
    return { differences: [...differences, ...(await fetchOnce(services, url))], signIn };
  } finally {
    await api.close();
  }
}

async function signInOnce({ db }: Services, url: string): Promise<boolean | null> {
  const active = sql`${users.status} = ${UserStatus.ACTIVED} and ${users.deletedAt} is null`;
  const [account] = await db.select({ id: users.id, email: users.email }).from(users).where(active).limit(1);
  if (!account) return null;
  const password = randomBytes(18).toString('base64url');
  await letIn(db, account.id, password);
  const answer = await fetch(`${url}/api/Auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: account.email, password }),
  });
  return answer.status === 200;
}

/**
 * Lets an account sign in by this password alone. The scratch database is changed, since nobody knows the account's own
 * password, only its owner has its second step, and wrong tries at the time of the backup may still count.
 */
async function letIn(db: Database, id: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.update(users).set({ passwordHash }).where(eq(users.id, id));
  await db.delete(secondFactors).where(eq(secondFactors.userId, id));
  await db.delete(passkeys).where(eq(passkeys.userId, id));
  await db.delete(rateLimits);
}

async function fetchOnce({ db, links }: Services, url: string): Promise<string[]> {
  const [file] = await db.select().from(media).where(eq(media.purpose, 'teaching')).limit(1);
  if (!file) return [];
  const answer = await fetch(`${url}/api${links.media(file.id, file.fileName).url}`);
  const bytes = (await answer.arrayBuffer()).byteLength;
  return answer.status === 200 && bytes === file.byteSize ? [] : [`media ${file.storageKey}: the API does not send it`];
}
