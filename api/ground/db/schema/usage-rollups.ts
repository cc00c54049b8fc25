import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { ContentType } from '#schema/rest/enumerations.ts';
import { instant } from './columns.ts';

// Reports read these tables. Each adds up page views by day of the school, or by month, and key, in the same
// transaction.
const day = () => date('day').notNull();
const added = () => ({
  views: bigint('views', { mode: 'number' }).notNull(),
  /** Milliseconds. */
  duration: bigint('duration', { mode: 'number' }).notNull(),
});
const page = () => ({ name: text('name').notNull(), pageUrl: text('page_url').notNull() });
const type = () => ({ contentType: smallint('content_type').$type<ContentType>() });
const place = () => ({ textbookId: uuid('textbook_id'), lessonId: uuid('lesson_id'), contentId: uuid('content_id') });
/** The visitor's first page view: the earliest, and of two at one instant the one with the lower id. */
const first = () => ({
  ipAddress: text('ip_address'),
  os: text('os'),
  browser: text('browser'),
  browserVersion: text('browser_version'),
  firstStartedAt: instant('first_started_at').notNull(),
  firstEventId: uuid('first_event_id').notNull(),
});

/** Pages by day. Only servers of the release before read it: reports name each content. */
export const usageDays = pgTable('usage_days', { day: day(), ...page(), ...type(), ...added() }, (t) => [
  unique('usage_days_key').on(t.day, t.name, t.pageUrl, t.contentType).nullsNotDistinct(),
]);

/** Pages by day, book, unit and content. */
export const usageBookDays = pgTable(
  'usage_book_days',
  { day: day(), ...place(), ...type(), ...page(), ...added() },
  (t) => [
    unique('usage_book_days_key')
      .on(t.day, t.textbookId, t.lessonId, t.contentId, t.contentType, t.name, t.pageUrl)
      .nullsNotDistinct(),
    index('usage_book_days_textbook_idx').on(t.textbookId, t.day),
    index('usage_book_days_lesson_idx').on(t.lessonId, t.day),
  ],
);

/**
 * Pages by month, book, unit and content: the months of `usage_book_days`. Its triggers keep them (migration 0030), so
 * that page views from servers of the previous release are in them too.
 */
export const usageMonths = pgTable(
  'usage_months',
  {
    /** Its first day. */
    month: date('month').notNull(),
    ...place(),
    ...type(),
    ...page(),
    ...added(),
  },
  (t) => [
    unique('usage_months_key')
      .on(t.month, t.textbookId, t.lessonId, t.contentId, t.contentType, t.name, t.pageUrl)
      .nullsNotDistinct(),
    index('usage_months_textbook_idx').on(t.textbookId, t.month),
    index('usage_months_lesson_idx').on(t.lessonId, t.month),
  ],
);

/** Pages by month and book. Only servers of the release before read it: reports name each content. */
export const usageBookMonths = pgTable(
  'usage_book_months',
  {
    /** Its first day. */
    month: date('month').notNull(),
    textbookId: uuid('textbook_id').notNull(),
    ...type(),
    ...page(),
    ...added(),
  },
  (t) => [
    unique('usage_book_months_key').on(t.textbookId, t.month, t.contentType, t.name, t.pageUrl).nullsNotDistinct(),
  ],
);

/** Pages by day and class, book, unit and content. Views without a class are not in the table. */
export const usageClassDays = pgTable(
  'usage_class_days',
  { day: day(), classId: uuid('class_id').notNull(), ...place(), ...type(), ...page(), ...added() },
  (t) => [
    unique('usage_class_days_key')
      .on(t.classId, t.day, t.textbookId, t.lessonId, t.contentId, t.contentType, t.name, t.pageUrl)
      .nullsNotDistinct(),
  ],
);

/** Visitors by day. */
export const visitorDays = pgTable(
  'visitor_days',
  { day: day(), visitor: uuid('visitor').notNull(), ...added(), ...first() },
  (t) => [unique('visitor_days_key').on(t.day, t.visitor)],
);

/** Visitors by day, class, book, unit and type, for reports of a part of the school. */
export const visitorPlaceDays = pgTable(
  'visitor_place_days',
  {
    day: day(),
    visitor: uuid('visitor').notNull(),
    classId: uuid('class_id'),
    textbookId: uuid('textbook_id'),
    lessonId: uuid('lesson_id'),
    ...type(),
    ...added(),
    ...first(),
  },
  (t) => [
    unique('visitor_place_days_key')
      .on(t.day, t.visitor, t.classId, t.textbookId, t.lessonId, t.contentType)
      .nullsNotDistinct(),
    index('visitor_place_days_class_idx').on(t.classId, t.day, t.visitor),
    index('visitor_place_days_textbook_idx').on(t.textbookId, t.day, t.visitor),
    index('visitor_place_days_lesson_idx').on(t.lessonId, t.day, t.visitor),
    index('visitor_place_days_type_idx').on(t.contentType, t.day, t.visitor),
  ],
);

/** The whole school by day, and its parts: see `api/domains/usage/rollups.ts`. A null column means that the row sums all its values. */
export const usageTotals = pgTable(
  'usage_totals',
  {
    day: day(),
    classId: uuid('class_id'),
    textbookId: uuid('textbook_id'),
    lessonId: uuid('lesson_id'),
    ...type(),
    visitors: bigint('visitors', { mode: 'number' }).notNull(),
    ...added(),
  },
  (t) => [unique('usage_totals_key').on(t.classId, t.textbookId, t.lessonId, t.contentType, t.day).nullsNotDistinct()],
);

/** One row with the time zone by which the days above were counted; without it, the days are still to be counted. */
export const usageTimeZone = pgTable(
  'usage_time_zone',
  { one: boolean('one').primaryKey().default(true), timeZone: text('time_zone').notNull() },
  (t) => [check('usage_time_zone_one', sql`${t.one}`)],
);
