import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/shared/listeners.ts';
import { readStored, session, writeStored } from '#web/shared/storage.ts';

const key = 'reportedPosts';
const listeners = createListeners();
const isText = (value: unknown): value is string => typeof value === 'string';
const stored = readStored(session, key);
let reported: readonly string[] = Array.isArray(stored) ? stored.filter(isText) : [];

const entry = (profileId: string, postId: string) => `${profileId} ${postId}`;

/** Remembers that the profile has reported the post, so that this tab does not offer it again. */
export function noteReport(profileId: string, postId: string): void {
  reported = [...reported, entry(profileId, postId)];
  writeStored(session, key, reported);
  listeners.tell();
}

export const useReported = (profileId: string, postId: string): boolean =>
  useSyncExternalStore(listeners.subscribe, () => reported.includes(entry(profileId, postId)));
