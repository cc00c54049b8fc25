import { useSyncExternalStore } from 'react';
import { readStored, session, writeStored } from '#web/shared/storage.ts';

const key = 'reportedPosts';
const listeners = new Set<() => void>();
const isText = (value: unknown): value is string => typeof value === 'string';
const stored = readStored(session, key);
let reported: readonly string[] = Array.isArray(stored) ? stored.filter(isText) : [];

const entry = (profileId: string, postId: string) => `${profileId} ${postId}`;

/** Remembers that the profile has reported the post, so that this tab does not offer it again. */
export function noteReport(profileId: string, postId: string): void {
  reported = [...reported, entry(profileId, postId)];
  writeStored(session, key, reported);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useReported = (profileId: string, postId: string): boolean =>
  useSyncExternalStore(subscribe, () => reported.includes(entry(profileId, postId)));
