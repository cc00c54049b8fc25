import { storedValue } from '#web/shared/stored-value.ts';
import { isRecord } from '#web/student/profiles/stored-profile.ts';
import type { PageView } from './page-views.ts';

/** What else it carries the API judges: a view that it refuses is not sent again. */
const isView = (stored: unknown): stored is PageView =>
  isRecord(stored) &&
  ['eventId', 'name', 'pageUrl', 'startedAt'].every((field) => typeof stored[field] === 'string') &&
  typeof stored.duration === 'number';

/** The page views that this device has still to send; whatever else the storage holds is none. */
const waiting = storedValue<readonly PageView[]>({
  key: 'pageViews',
  parse: (stored) => (Array.isArray(stored) ? stored.filter(isView) : []),
  join: (mine, stored) => [...stored.filter(({ eventId }) => !mine.some((view) => view.eventId === eventId)), ...mine],
  format: (views) => (views.length > 0 ? views : undefined),
});

export const loadViews = waiting.latest;
export const saveViews = waiting.set;
