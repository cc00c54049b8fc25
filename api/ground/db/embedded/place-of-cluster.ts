import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './problem.ts';

const movedFile = (home: string): string => join(home, 'moved.json');

/** An upgraded cluster waits under this name until the old one has made room. */
export const upgradedName = (cluster: string): string => `${cluster}.upgraded`;

/** The major version of the PostgreSQL that made a cluster; undefined where there is none yet. */
export async function majorOf(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** Refuses a cluster of another major version, which PostgreSQL itself would refuse in other words. */
export async function assertMajor(cluster: string, major: number): Promise<void> {
  const made = await majorOf(cluster);
  if (made === undefined || made === major) return;
  const next =
    made < major
      ? 'Run "npm run upgrade": it brings everything over and keeps the old one.'
      : 'Start the version of Manabook that you had before.';
  throw new EmbeddedPostgresError(
    `The database in ${cluster} was made by PostgreSQL ${made}, and this Manabook brings PostgreSQL ${major}. Nothing was changed. ${next}`,
  );
}

/** Refuses a database that has moved: this copy is from the day of the move. */
export async function assertNotMoved(home: string): Promise<void> {
  const text = await readFile(movedFile(home), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  throw new EmbeddedPostgresError(
    `The database in ${home} was moved to another PostgreSQL. Set DATABASE_URL to that one. ` +
      `To go back to the database as it was on that day, remove ${movedFile(home)}. It says: ${text.trim()}`,
  );
}

/** Marks the database as moved. */
export async function markMoved(home: string, to: { readonly host: string; readonly database: string }): Promise<void> {
  const text = JSON.stringify({ at: new Date().toISOString(), ...to });
  await writeFile(movedFile(home), `${text}\n`, { mode: 0o644, flush: true });
}

/**
 * Completes an upgrade that was killed between its last two steps, when only the upgraded cluster exists, under its
 * temporary name.
 */
export async function finishUpgrade(cluster: string): Promise<void> {
  if ((await majorOf(cluster)) !== undefined) return;
  if (await stat(upgradedName(cluster)).catch(() => undefined)) await rename(upgradedName(cluster), cluster);
}
