import { everybody, join, storedProgress } from './progress.ts';

/** Remembers that the child opened a content of the unit. */
export function openedUnit(profileId: string, unit: string): void {
  everybody.change((all) => {
    const progress = storedProgress(all, profileId);
    if (progress.lastUnit === unit) return all;
    return { ...all, [profileId]: { ...progress, lastUnit: unit, openedAt: Date.now() } };
  });
}

/** Marks the content as done; true when it is newly done. */
export const finishedContent = (profileId: string, unit: string, content: string): boolean =>
  everybody.change((all) => {
    const progress = storedProgress(all, profileId);
    const before = progress.done[unit] ?? [];
    if (before.includes(content)) return all;
    const now = Date.now();
    const done = { ...progress.done, [unit]: [...before, content] };
    const unsent = { ...progress.unsent, [content]: now };
    const openedAt = progress.lastUnit === unit ? progress.openedAt : now;
    return { ...all, [profileId]: { lastUnit: unit, openedAt, done, unsent } };
  });

/** Deletes the progress of a removed profile. */
export function forgetProgress(profileId: string): void {
  everybody.change(({ [profileId]: _removed, ...others }) => others);
}

/** Moves the progress of a profile to the profile that it was merged into. */
export function handOverProgress(fromId: string, intoId: string): void {
  everybody.change((all) => {
    const { [fromId]: own, ...others } = all;
    return own ? join({ [intoId]: own }, others) : all;
  });
}
