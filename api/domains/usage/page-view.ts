import { createHash } from 'node:crypto';
import type { pageViews } from '#api/ground/db/schema.ts';
import type { ContentType } from '#schema/rest/enumerations.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { recordPageView } from '#schema/rest/usage.ts';
import type { TrackedPage } from '#schema/rules/tracked-pages.ts';
import type { Agent } from './agent.ts';

/** A page view: the client's values, and the server's values about it. */
export interface PageView extends Agent {
  readonly sent: BodyOf<typeof recordPageView>;
  readonly page: TrackedPage;
  readonly startedAt: Date;
  readonly receivedAt: Date;
  /** Whether the claimed start is so old that an earlier message may be stored in an older month. */
  readonly stale: boolean;
  /** Set only by a valid profile token. */
  readonly profileId: string | null;
  readonly ipAddress: string | null;
  readonly clientIp: string | null;
}

/** A page view as it is stored. */
export type StoredView = typeof pageViews.$inferSelect;

/** The kinds of rows that a page view refers to. */
export const referenceKinds = ['book', 'class', 'lesson', 'content'] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

export type KnownRow = {
  readonly name: string;
  /** `type` and `lessonId` are set for a content. */
  readonly type: ContentType | null;
  readonly lessonId: string | null;
  /** The time zone of a class's school, if the school has chosen one. */
  readonly ownZone: string | null;
};

/** The known rows that page views refer to, by kind and id. */
export type Names = Readonly<Record<ReferenceKind, ReadonlyMap<string, KnownRow>>>;

/** A profile that sends page views. */
interface Sender {
  readonly createdAt: Date;
  /** The classes named by its page views that the profile has joined and been admitted to. */
  readonly classIds: ReadonlySet<string>;
}

/** The senders by profile id; deleted profiles have no entry. */
export type Senders = ReadonlyMap<string, Sender>;

/** An offline tablet sends its page views when it is online again; older ones are not believed. In milliseconds. */
export const longestDelayMs = 60 * 86_400_000;

// The longest time between the start of a view without a profile and its first message: twice the heartbeat, in ms.
const anonymousStartMs = 60_000;

/** The changes that a batch of page views makes. */
export interface Decision {
  readonly added: readonly StoredView[];
  /** The stored views that got longer: the new row, and the increase in milliseconds. */
  readonly grown: readonly { readonly now: StoredView; readonly by: number }[];
}

interface Known {
  readonly names: Names;
  readonly senders: Senders;
}

/** Computes the changes of a batch. Views are applied in the order of arrival; several may belong to one event. */
export function decide(views: readonly PageView[], kept: readonly StoredView[], { names, senders }: Known): Decision {
  const before = new Map(kept.map((view) => [view.eventId, view]));
  const after = new Map<string, StoredView>();
  for (const view of views) {
    const eventId = view.sent.eventId.toLowerCase();
    const was = after.get(eventId) ?? before.get(eventId);
    const now = was ? extendedView(was, view) : newView(view, names, senders.get(view.profileId ?? ''));
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

// Names come from our own rows and unknown ids are dropped, so that nobody can write text into a school's report.
function newView({ sent, page, ...view }: PageView, names: Names, sender: Sender | undefined): StoredView {
  const { profileId, ipAddress, clientIp, os, browser, browserVersion, receivedAt } = view;
  const startedAt = startOf(view, sender);
  const sessionKey = sent.sessionKey?.toLowerCase() ?? null;
  const book = names.book.get(sent.textBookId ?? '');
  // Only members of a class count for the class, so that strangers cannot fill its report.
  const ofClass = sender?.classIds.has(sent.classId ?? '') ? names.class.get(sent.classId ?? '') : undefined;
  const content = names.content.get(sent.contentId ?? '');
  return {
    eventId: sent.eventId.toLowerCase(),
    name: page.name,
    pageUrl: page.path,
    contentType: content?.type ?? sent.contentType ?? null,
    textbookId: (book && sent.textBookId) ?? null,
    textbookName: book?.name ?? null,
    classId: (ofClass && sent.classId) ?? null,
    className: ofClass?.name ?? null,
    timeZone: ofClass?.ownZone ?? null,
    lessonId: (names.lesson.get(sent.lessonId ?? '') && sent.lessonId) ?? content?.lessonId ?? null,
    contentId: (content && sent.contentId) ?? null,
    profileId,
    sessionKey,
    visitor: visitorOf({ sessionKey, profileId, ipAddress, os, browser, browserVersion }),
    ...{ clientIp, ipAddress, os, browser, browserVersion, startedAt, receivedAt },
    durationMs: Math.min(sent.duration, receivedAt.getTime() - startedAt.getTime()),
    heard: sent.heard,
  };
}

// Limits the claimed start: a view without a profile began recently, and a profile's view began after the profile was
// created.
function startOf({ startedAt, receivedAt }: Pick<PageView, 'startedAt' | 'receivedAt'>, sender: Sender | undefined) {
  const earliest = sender ? sender.createdAt.getTime() : receivedAt.getTime() - anonymousStartMs;
  return new Date(Math.min(receivedAt.getTime(), Math.max(startedAt.getTime(), earliest)));
}

function extendedView(was: StoredView, { sent, profileId, clientIp, receivedAt }: PageView): StoredView | undefined {
  const sessionKey = sent.sessionKey?.toLowerCase() ?? null;
  // The beacon on leaving a page carries no token; then the session key, a secret of the device, identifies the sender.
  const oneIsNobody = sessionKey !== null && (was.profileId === null || profileId === null);
  const own = was.sessionKey === sessionKey && (was.profileId === profileId || oneIsNobody);
  // A page cannot have been open for longer than the time since its start by our clock.
  const durationMs = Math.min(sent.duration, receivedAt.getTime() - was.startedAt.getTime());
  const heard = was.heard === true || sent.heard;
  if (!own || (durationMs <= was.durationMs && heard === (was.heard === true))) return undefined;
  return {
    ...was,
    durationMs: Math.max(durationMs, was.durationMs),
    heard,
    receivedAt,
    profileId: was.profileId ?? profileId,
    clientIp: was.clientIp ?? clientIp,
  };
}

interface Seen extends Agent {
  readonly sessionKey: string | null;
  readonly profileId: string | null;
  readonly ipAddress: string | null;
}

/**
 * The visitor of a page view: the session, else the profile (old clients), else the device. A digest, so that deleting a
 * profile does not change any count.
 */
export function visitorOf({ sessionKey, profileId, ipAddress, os, browser, browserVersion }: Seen): string {
  const device = [ipAddress, os, browser, browserVersion].filter((part) => part !== null).join(' ');
  const digest = createHash('md5')
    .update(sessionKey ?? profileId ?? device)
    .digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
