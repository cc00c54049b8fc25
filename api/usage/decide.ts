import type { Names } from './names.ts';
import type { KeptView, PageView } from './page-view.ts';
import { visitorOf } from './visitor.ts';

/** What a batch of page views comes to. */
export interface Decision {
  readonly added: readonly KeptView[];
  /** As they are now, and by how many milliseconds that is longer. */
  readonly grown: readonly { readonly now: KeptView; readonly by: number }[];
}

/** Goes through the page views in the order in which they came; several may be of one event. */
export function decide(views: readonly PageView[], kept: readonly KeptView[], names: Names): Decision {
  const before = new Map(kept.map((view) => [view.eventId, view]));
  const after = new Map<string, KeptView>();
  for (const view of views) {
    const eventId = view.told.eventId.toLowerCase();
    const was = after.get(eventId) ?? before.get(eventId);
    const now = was ? lengthened(was, view) : began(view, names);
    if (now) after.set(eventId, now);
  }
  const all = [...after.values()];
  return {
    added: all.filter(({ eventId }) => !before.has(eventId)),
    grown: all.flatMap((now) => {
      const was = before.get(now.eventId);
      return was ? [{ now, by: now.durationMs - was.durationMs }] : [];
    }),
  };
}

// Names come from our own rows, and an id that is none of ours is dropped: what anybody may send is not to become a
// line of a school's report.
function began({ told, page, ...view }: PageView, names: Names): KeptView {
  const { profileId, ipAddress, clientIp, os, browser, browserVersion, startedAt, receivedAt } = view;
  const sessionKey = told.sessionKey?.toLowerCase() ?? null;
  const book = names.book.get(told.textBookId ?? '');
  const ofClass = names.class.get(told.classId ?? '');
  const content = names.content.get(told.contentId ?? '');
  return {
    eventId: told.eventId.toLowerCase(),
    name: told.name,
    pageUrl: page,
    contentType: content?.type ?? told.contentType ?? null,
    textbookId: (book && told.textBookId) ?? null,
    textbookName: book?.name ?? null,
    classId: (ofClass && told.classId) ?? null,
    className: ofClass?.name ?? null,
    lessonId: (names.lesson.get(told.lessonId ?? '') && told.lessonId) ?? content?.lessonId ?? null,
    contentId: (content && told.contentId) ?? null,
    profileId,
    sessionKey,
    visitor: visitorOf({ sessionKey, profileId, ipAddress, os, browser, browserVersion }),
    ...{ clientIp, ipAddress, os, browser, browserVersion, startedAt, receivedAt },
    durationMs: told.duration,
  };
}

function lengthened(was: KeptView, { told, profileId, clientIp, receivedAt }: PageView): KeptView | undefined {
  const sessionKey = told.sessionKey?.toLowerCase() ?? null;
  // A beacon on leaving the page carries no token; the session's key is a secret of the device.
  const oneIsNobody = sessionKey !== null && (was.profileId === null || profileId === null);
  const own = was.sessionKey === sessionKey && (was.profileId === profileId || oneIsNobody);
  if (!own || told.duration <= was.durationMs) return undefined;
  return {
    ...was,
    durationMs: told.duration,
    receivedAt,
    profileId: was.profileId ?? profileId,
    clientIp: was.clientIp ?? clientIp,
  };
}
