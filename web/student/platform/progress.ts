import { useSyncExternalStore } from 'react';
import { storedValue } from '#web/student/platform/stored-value.ts';
import { isObject } from '#web/shared/is-object.ts';

/** One profile's progress: hash codes of contents by the hash code of their unit. */
export interface Progress {
  readonly lastUnit: string | null;
  readonly done: Readonly<Record<string, readonly string[]>>;
}

/** The progress stored on the device, with the changes that were not sent to the server yet. */
export interface StoredProgress extends Progress {
  /** The finish times of unsent contents, in milliseconds since 1970; 0 for an unknown time. */
  readonly unsent: Readonly<Record<string, number>>;
  /** The time when the last unit was opened, if unsent; 0 for an unknown time. */
  readonly openedAt: number | null;
}

/** Progress by the profile's id. */
type Everybody = Readonly<Record<string, StoredProgress>>;

const nothing: StoredProgress = { lastUnit: null, done: {}, unsent: {}, openedAt: null };
export const everybody = storedValue({ key: 'progress', parse, join });

/** The stored progress of a profile; empty for one without. */
export const storedProgress = (all: Everybody, profileId: string): StoredProgress => all[profileId] ?? nothing;

function parse(stored: unknown): Everybody {
  if (!isObject(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).map(([profileId, progress]) => [profileId, parseProgress(progress)]),
  );
}

function parseProgress(stored: unknown): StoredProgress {
  if (!isObject(stored)) return nothing;
  const units = isObject(stored.done) ? Object.entries(stored.done) : [];
  const done = Object.fromEntries(units.map(([unit, contents]) => [unit, texts(contents)]));
  const lastUnit = typeof stored.lastUnit === 'string' ? stored.lastUnit : null;
  // An earlier version kept the progress on the device alone: all of it is unsent.
  const unknown = Object.fromEntries(Object.values(done).flatMap((codes) => codes.map((code) => [code, 0])));
  const { unsent = unknown, openedAt = lastUnit && 0 } = stored;
  return { lastUnit, done, unsent: times(unsent), openedAt: typeof openedAt === 'number' ? openedAt : null };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function times(value: unknown): Record<string, number> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((one): one is [string, number] => typeof one[1] === 'number'));
}

/** Merges the progress of two tabs, or of two profiles: the union of their hanamaru. */
export function join(mine: Everybody, stored: Everybody): Everybody {
  const joined = Object.entries(mine).map(([profileId, own]): readonly [string, StoredProgress] => {
    const other = stored[profileId] ?? nothing;
    const units = Object.entries(own.done).map(([unit, contents]): readonly [string, string[]] => [
      unit,
      [...new Set([...(other.done[unit] ?? []), ...contents])],
    ]);
    const done = { ...other.done, ...Object.fromEntries(units) };
    const last = own.lastUnit === null ? other : own;
    const { lastUnit, openedAt } = last;
    return [profileId, { lastUnit, openedAt, done, unsent: { ...other.unsent, ...own.unsent } }];
  });
  return { ...stored, ...Object.fromEntries(joined) };
}

/** The active profile's progress, as a subscription; empty without a profile. */
export function useProgress(profileId: string | undefined): Progress {
  return useSyncExternalStore(everybody.subscribe, () =>
    profileId === undefined ? nothing : storedProgress(everybody.get(), profileId),
  );
}

export interface CountedUnit {
  readonly hashCode: string;
  readonly contentCount: number;
}

/** The number of done contents of a unit, at most its number of contents, since contents may have been deleted. */
export const doneCount = (unit: CountedUnit, progress: Progress): number =>
  Math.min(progress.done[unit.hashCode]?.length ?? 0, unit.contentCount);

export const isDone = (unit: CountedUnit, progress: Progress): boolean =>
  unit.contentCount > 0 && doneCount(unit, progress) === unit.contentCount;

/**
 * The next unit: the last opened one until it is done, then the first unfinished one after it, then the first
 * unfinished one.
 */
export function nextUnit<Unit extends CountedUnit>(units: readonly Unit[], progress: Progress): Unit | undefined {
  const open = (unit: Unit) => unit.contentCount > 0 && !isDone(unit, progress);
  const last = units.findIndex((unit) => unit.hashCode === progress.lastUnit);
  return units.slice(Math.max(last, 0)).find(open) ?? units.find(open);
}
