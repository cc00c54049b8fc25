import type { Names } from './names.ts';
import type { KeptView, PageView } from './page-view.ts';
import type { Sender, Senders } from './senders.ts';
import { visitorOf } from './visitor.ts';

/** How long before its first message a view without a profile can have begun: twice a page's heartbeat, in milliseconds. */
const strangersStart = 60_000;

/** What a batch of page views comes to. */
export interface Decision {
  readonly added: readonly KeptView[];
  /** As they are now, and by how many milliseconds that is longer. */
  readonly grown: readonly { readonly now: KeptView; readonly by: number }[];
}

interface Known {
  readonly names: Names;
  readonly senders: Senders;
}

/** Goes through the page views in the order in which they came; several may be of one event. */
export function decide(views: readonly PageView[], kept: readonly KeptView[], { names, senders }: Known): Decision {
  const before = new Map(kept.map((view) => [view.eventId, view]));
  const after = new Map<string, KeptView>();
  for (const view of views) {
    const eventId = view.told.eventId.toLowerCase();
    const was = after.get(eventId) ?? before.get(eventId);
    const now = was ? lengthened(was, view) : began(view, names, senders.get(view.profileId ?? ''));
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
function began({ told, page, ...view }: PageView, names: Names, sender: Sender | undefined): KeptView {
  const { profileId, ipAddress, clientIp, os, browser, browserVersion, receivedAt } = view;
  const startedAt = startOf(view, sender);
  const sessionKey = told.sessionKey?.toLowerCase() ?? null;
  const book = names.book.get(told.textBookId ?? '');
  // A stranger who knows a class's id must not fill its report.
  const ofClass = sender?.classIds.has(told.classId ?? '') ? names.class.get(told.classId ?? '') : undefined;
  const content = names.content.get(told.contentId ?? '');
  return {
    eventId: told.eventId.toLowerCase(),
    name: page.name,
    pageUrl: page.path,
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
    durationMs: Math.min(told.duration, receivedAt.getTime() - startedAt.getTime()),
  };
}

// Somebody without a profile cannot say that a page was opened long ago; a profile cannot have looked before it existed.
function startOf({ startedAt, receivedAt }: Pick<PageView, 'startedAt' | 'receivedAt'>, sender: Sender | undefined) {
  const earliest = sender ? sender.createdAt.getTime() : receivedAt.getTime() - strangersStart;
  return new Date(Math.min(receivedAt.getTime(), Math.max(startedAt.getTime(), earliest)));
}

function lengthened(was: KeptView, { told, profileId, clientIp, receivedAt }: PageView): KeptView | undefined {
  const sessionKey = told.sessionKey?.toLowerCase() ?? null;
  // A beacon on leaving the page carries no token; the session's key is a secret of the device.
  const oneIsNobody = sessionKey !== null && (was.profileId === null || profileId === null);
  const own = was.sessionKey === sessionKey && (was.profileId === profileId || oneIsNobody);
  // Nobody looks at a page for longer than it has been open by our clock.
  const durationMs = Math.min(told.duration, receivedAt.getTime() - was.startedAt.getTime());
  if (!own || durationMs <= was.durationMs) return undefined;
  return {
    ...was,
    durationMs,
    receivedAt,
    profileId: was.profileId ?? profileId,
    clientIp: was.clientIp ?? clientIp,
  };
}
