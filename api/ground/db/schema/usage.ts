import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { ContentType } from '#schema/rest/enumerations.ts';
import { isBetween, isOneOf, lengthChecks } from './checks.ts';
import { instant } from './columns.ts';

/**
 * A page that a student viewed, in one partition for each month. A resend has the same event id and a longer duration,
 * and must not count twice. A unique key of a partitioned table contains the month too, so the writers of
 * `api/domains/usage` ensure this by an advisory lock on each event. The ids are no foreign keys: a view stays when its class or book is deleted.
 */
export const pageViews = pgTable(
  'page_views',
  {
    eventId: uuid('event_id').notNull(),
    name: text('name').notNull(),
    pageUrl: text('page_url').notNull(),
    contentType: smallint('content_type').$type<ContentType>(),
    textbookId: uuid('textbook_id'),
    textbookName: text('textbook_name'),
    classId: uuid('class_id'),
    className: text('class_name'),
    /** The zone of the view's day: that of the class's school when the view came; null is the installation's. */
    timeZone: text('time_zone'),
    lessonId: uuid('lesson_id'),
    contentId: uuid('content_id'),
    profileId: uuid('profile_id'),
    sessionKey: uuid('session_key'),
    /** The visitor that the view counts for, fixed when the view is first stored: see `visitorOf`. */
    visitor: uuid('visitor').notNull(),
    /** The address that the browser claims, which is never trusted. */
    clientIp: text('client_ip'),
    /** The address that the server saw, shortened to /24 or /48. */
    ipAddress: text('ip_address'),
    os: text('os'),
    browser: text('browser'),
    browserVersion: text('browser_version'),
    durationMs: integer('duration_ms').notNull(),
    startedAt: instant('started_at').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
    /** Whether a sound, song or video of the page was heard to its end; null of servers that did not know it yet. */
    heard: boolean('heard'),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.startedAt] }),
    check('page_views_content_type_known', isOneOf(t.contentType, Object.values(ContentType))),
    check('page_views_duration_within_day', isBetween(t.durationMs, 0, 86_400_000)),
    ...lengthChecks('page_views', [
      [t.name, 1, 100],
      [t.pageUrl, 1, 2048],
      [t.textbookName, 0, 200],
      [t.className, 0, 200],
      [t.clientIp, 0, 64],
      [t.ipAddress, 0, 64],
      [t.os, 0, 100],
      [t.browser, 0, 100],
      [t.browserVersion, 0, 100],
    ]),
    index('page_views_profile_idx').on(t.profileId, t.startedAt),
  ],
);

/**
 * What was stored of page views and is not in the rollups yet: a new view, or the growth of one. A writer inserts the row
 * in the transaction that stores the view; the row is deleted when it is added up. No index, since nobody looks one row up.
 */
export const usagePending = pgTable(
  'usage_pending',
  {
    eventId: uuid('event_id').notNull(),
    startedAt: instant('started_at').notNull(),
    /** 1 for a new view, 0 for one that got longer. */
    views: smallint('views').notNull(),
    /** Milliseconds. */
    duration: integer('duration').notNull(),
  },
  (t) => [
    check('usage_pending_views_known', isOneOf(t.views, [0, 1])),
    check('usage_pending_duration_within_day', isBetween(t.duration, 0, 86_400_000)),
  ],
);
