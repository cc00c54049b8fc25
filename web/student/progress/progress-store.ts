import { useSyncExternalStore } from 'react';
import { local, readStored, writeStored } from '#web/shared/storage.ts';
import { isRecord } from '#web/student/profiles/stored-profile.ts';

/** What one profile has done on this device: the hash codes of contents by that of their unit. */
export interface Progress {
  readonly lastUnit: string | null;
  readonly done: Readonly<Record<string, readonly string[]>>;
}

const key = 'progress';
const nothing: Progress = { lastUnit: null, done: {} };
const listeners = new Set<() => void>();
let everybody = read();

function read(): Readonly<Record<string, Progress>> {
  const stored = readStored(local, key);
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

function change(profileId: string, next: Progress): void {
  everybody = { ...everybody, [profileId]: next };
  writeStored(local, key, everybody);
  for (const listener of listeners) listener();
}

/** The child opened a page of the unit. */
export function openedUnit(profileId: string, unit: string): void {
  const progress = everybody[profileId] ?? nothing;
  if (progress.lastUnit !== unit) change(profileId, { ...progress, lastUnit: unit });
}

/** The content earned its hanamaru; true when it is a new one. */
export function finishedContent(profileId: string, unit: string, content: string): boolean {
  const progress = everybody[profileId] ?? nothing;
  const before = progress.done[unit] ?? [];
  if (before.includes(content)) return false;
  change(profileId, { lastUnit: unit, done: { ...progress.done, [unit]: [...before, content] } });
  return true;
}

/** A removed profile leaves nothing behind. */
export function forgetProgress(profileId: string): void {
  const { [profileId]: _removed, ...others } = everybody;
  everybody = others;
  writeStored(local, key, everybody);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the profile has done, followed; nothing for nobody. */
export function useProgress(profileId: string | undefined): Progress {
  return useSyncExternalStore(subscribe, () => (profileId === undefined ? nothing : (everybody[profileId] ?? nothing)));
}
