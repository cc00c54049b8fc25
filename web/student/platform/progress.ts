import { useSyncExternalStore } from 'react';
import { storedValue } from '#web/student/platform/stored-value.ts';
import { isRecord } from '#web/shared/storage.ts';

/** One profile's progress on this device: hash codes of contents by the hash code of their unit. */
export interface Progress {
  readonly lastUnit: string | null;
  readonly done: Readonly<Record<string, readonly string[]>>;
}

/** Progress by the profile's id. */
type Everybody = Readonly<Record<string, Progress>>;

const nothing: Progress = { lastUnit: null, done: {} };
const everybody = storedValue({ key: 'progress', parse, join });

function parse(stored: unknown): Everybody {
  if (!isRecord(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).map(([profileId, progress]) => [profileId, parseProgress(progress)]),
  );
}

function parseProgress(stored: unknown): Progress {
  if (!isRecord(stored)) return nothing;
  const done = isRecord(stored.done) ? Object.entries(stored.done) : [];
  return {
    lastUnit: typeof stored.lastUnit === 'string' ? stored.lastUnit : null,
    done: Object.fromEntries(done.map(([unit, contents]) => [unit, texts(contents)])),
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** Merges two tabs' progress: the union of their hanamaru. */
function join(mine: Everybody, stored: Everybody): Everybody {
  const joined = Object.entries(mine).map(([profileId, { lastUnit, done }]): readonly [string, Progress] => {
    const other = stored[profileId] ?? nothing;
    const units = Object.entries(done).map(([unit, contents]): readonly [string, string[]] => [
      unit,
      [...new Set([...(other.done[unit] ?? []), ...contents])],
    ]);
    return [profileId, { lastUnit: lastUnit ?? other.lastUnit, done: { ...other.done, ...Object.fromEntries(units) } }];
  });
  return { ...stored, ...Object.fromEntries(joined) };
}

/** Remembers that the child opened a content of the unit. */
export function openedUnit(profileId: string, unit: string): void {
  everybody.change((all) => {
    const progress = all[profileId] ?? nothing;
    return progress.lastUnit === unit ? all : { ...all, [profileId]: { ...progress, lastUnit: unit } };
  });
}

/** Marks the content as done; true when it is newly done. */
export const finishedContent = (profileId: string, unit: string, content: string): boolean =>
  everybody.change((all) => {
    const { done } = all[profileId] ?? nothing;
    const before = done[unit] ?? [];
    if (before.includes(content)) return all;
    return { ...all, [profileId]: { lastUnit: unit, done: { ...done, [unit]: [...before, content] } } };
  });

/** Deletes the progress of a removed profile. */
export function forgetProgress(profileId: string): void {
  everybody.change(({ [profileId]: _removed, ...others }) => others);
}

/** The active profile's progress, as a subscription; empty without a profile. */
export function useProgress(profileId: string | undefined): Progress {
  return useSyncExternalStore(everybody.subscribe, () =>
    profileId === undefined ? nothing : (everybody.get()[profileId] ?? nothing),
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
