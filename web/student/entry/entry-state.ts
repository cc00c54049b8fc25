import { patterns } from '#web/paths.ts';
import { isRecord } from '#web/student/profiles/stored-profile.ts';
import type { EntryState } from './entry-rule.ts';

/** The entry rule's state in a history entry, or null: the browser keeps such entries over updates of the app. */
export function entryStateOf(state: unknown): EntryState | null {
  if (!isRecord(state)) return null;
  const { origin, returnTo, classHashCode } = state;
  if (origin !== 'content' && origin !== 'class') return null;
  if (typeof returnTo !== 'string' || !returnTo.startsWith(`${patterns.student}/`)) return null;
  return {
    origin,
    returnTo,
    isRecord: state.isRecord === true,
    classHashCode: typeof classHashCode === 'string' ? classHashCode : null,
  };
}
