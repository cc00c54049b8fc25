import type { Progress } from './progress-store.ts';

export interface CountedUnit {
  readonly hashCode: string;
  readonly contentCount: number;
}

/** How many of a unit's contents are done; never more than it has, since contents may have gone since. */
export const doneCount = (unit: CountedUnit, progress: Progress): number =>
  Math.min(progress.done[unit.hashCode]?.length ?? 0, unit.contentCount);

export const isDone = (unit: CountedUnit, progress: Progress): boolean =>
  unit.contentCount > 0 && doneCount(unit, progress) === unit.contentCount;

/** The unit to go on with: the last one until it is done, then the first open one after it, then the first open one. */
export function nextUnit<Unit extends CountedUnit>(units: readonly Unit[], progress: Progress): Unit | undefined {
  const open = (unit: Unit) => unit.contentCount > 0 && !isDone(unit, progress);
  const last = units.findIndex((unit) => unit.hashCode === progress.lastUnit);
  return units.slice(Math.max(last, 0)).find(open) ?? units.find(open);
}
