import { isDatedAhead } from '#api/ground/dated-ahead.ts';
import { messageOf } from '#api/ground/message-of.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import { filesOf, findBackups, manifestOf } from './find-backups.ts';
import { nameOfFile } from './media-files.ts';
import type { Place } from './place.ts';

/** In milliseconds: how long a backup without a manifest, or a half-copied file, counts as one that is being made. */
export const unfinishedFor = 24 * 3_600_000;

export interface Keep {
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

/**
 * The backups to keep: the last one of each of the last days, weeks and months that have one, as the school's calendar
 * counts them. Names begin with the instant, the newest first.
 */
export function keptBackups(names: readonly string[], keep: Keep, timeZone: string): ReadonlySet<string> {
  const periods = [
    { count: keep.daily, of: (day: string) => day },
    { count: keep.weekly, of: weekOf },
    { count: keep.monthly, of: (day: string) => day.slice(0, 7) },
  ];
  const kept = new Set(names.slice(0, 1));
  for (const { count, of } of periods) {
    const seen = new Set<string>();
    for (const name of names) {
      const period = of(schoolDay(timeZone, instantOf(name)));
      if (seen.has(period)) continue;
      if (seen.size === count) break;
      seen.add(period);
      kept.add(name);
    }
  }
  return kept;
}

/** The instant in a backup's name, such as `2026-11-23T02-00-00-123Z`. */
export const instantOf = (name: string): Date =>
  new Date(
    name.replace(
      /T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/,
      (_, h: string, m: string, s: string, ms: string) => `T${h}:${m}:${s}.${ms}Z`,
    ),
  );

// The Monday of a day's week.
function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

export interface CleanUp {
  /** How many expired backups are gone. */
  readonly removed: number;
  /** What could not be read or removed, in words. */
  readonly problems: readonly string[];
}

/**
 * Removes expired backups, incomplete ones, and files that no remaining backup contains. What cannot be read or removed
 * stays and is reported; then no files are removed, since such a backup may need them. The caller holds the advisory lock,
 * so no backup is being made.
 */
export async function removeOldBackups(place: Place, keep: Keep, timeZone: string): Promise<CleanUp> {
  const names = await findBackups(place);
  const isAhead = (name: string) => isDatedAhead(instantOf(name));
  // Backups that a wrong clock has dated ahead take no place of others: the last of a day would be theirs for years.
  const kept = new Set([
    ...keptBackups(names.filter(isAhead), keep, timeZone),
    ...keptBackups(
      names.filter((name) => !isAhead(name)),
      keep,
      timeZone,
    ),
  ]);
  const problems: string[] = [];
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      problems.push(messageOf(error));
      return false;
    }
  };
  const needed = new Set<string>();
  for (const name of kept)
    await attempt(async () => {
      for (const file of await filesNeededBy(place, name)) needed.add(file);
    });
  // The manifests are removed first, so that a backup with missing parts does not look complete.
  let removed = 0;
  for (const name of names) {
    if (kept.has(name)) continue;
    if (await attempt(() => place.remove(`backups/${name}/manifest.json`))) removed += 1;
    else kept.add(name);
  }
  for await (const part of place.list('backups')) {
    const name = part.split('/')[1] ?? '';
    if (!kept.has(name) && !mayBeArriving(name, names)) await attempt(() => place.remove(part));
  }
  if (problems.length > 0) return { removed, problems };
  for await (const file of place.list('files')) if (!needed.has(file)) await attempt(() => place.remove(file));
  return { removed, problems };
}

// Another database can be making its backup in the same place.
const mayBeArriving = (name: string, complete: readonly string[]): boolean =>
  !complete.includes(name) && Date.now() - instantOf(name).getTime() < unfinishedFor;

async function filesNeededBy(place: Place, name: string): Promise<string[]> {
  const manifest = await manifestOf(place, name);
  const seal = { folder: manifest.files.folder, suffix: manifest.recipients ? '.age' : '' } as const;
  const files: string[] = [];
  for await (const { key } of filesOf(place, manifest)) files.push(nameOfFile(seal, key));
  return files;
}
