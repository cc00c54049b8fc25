import { local, readStored, writeStored } from '#web/shared/storage.ts';
import { isRecord } from '#web/student/profiles/stored-profile.ts';
import type { PageView } from './page-views.ts';

const key = 'pageViews';

/** The page views that this device has still to send; whatever else the storage holds is none. */
export function loadViews(): readonly PageView[] {
  const stored = readStored(local, key);
  return Array.isArray(stored) ? stored.filter(isView) : [];
}

export function saveViews(views: readonly PageView[]): void {
  writeStored(local, key, views.length > 0 ? views : undefined);
}

/** What else it carries the API judges: a view that it refuses is not sent again. */
const isView = (stored: unknown): stored is PageView =>
  isRecord(stored) &&
  ['eventId', 'name', 'pageUrl', 'startedAt'].every((field) => typeof stored[field] === 'string') &&
  typeof stored.duration === 'number';
