import { schoolDay } from '#api/ground/school-day.ts';
import { filesOf, findBackups, manifestOf } from './find-backups.ts';
import { nameOfFile } from './media-files.ts';
import type { Place } from './place.ts';

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

/** `2026-11-23T02-00-00-123Z` */
const instantOf = (name: string): Date =>
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

/**
 * Removes expired backups, incomplete ones, and files that no remaining backup contains. The caller holds the advisory
 * lock, so no backup is being made.
 */
export async function removeOldBackups(place: Place, keep: Keep, timeZone: string): Promise<number> {
  const names = await findBackups(place);
  const kept = keptBackups(names, keep, timeZone);
  const needed = new Set<string>();
  for (const name of kept) {
    const manifest = await manifestOf(place, name);
    const seal = { folder: manifest.files.folder, suffix: manifest.recipients ? '.age' : '' } as const;
    for await (const { key } of filesOf(place, manifest)) needed.add(nameOfFile(seal, key));
  }
  // The manifests are removed first, so that a backup with missing parts does not look complete.
  for (const name of names) if (!kept.has(name)) await place.remove(`backups/${name}/manifest.json`);
  for await (const part of place.list('backups')) if (!kept.has(part.split('/')[1] ?? '')) await place.remove(part);
  for await (const file of place.list('files')) if (!needed.has(file)) await place.remove(file);
  return names.length - kept.size;
}
