import { boolean, check, index, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core';
import { StudentSwitch } from '#schema/rest/enumerations.ts';
import { isOneOf } from './checks.ts';
import { instant } from './columns.ts';
import { contents } from './contents.ts';
import { profiles } from './students.ts';
import { lessons } from './textbooks.ts';

/** The contents that a child has finished on any device. */
export const finishedContents = pgTable(
  'finished_contents',
  {
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    /** Null when the device did not know. */
    finishedAt: instant('finished_at'),
  },
  (t) => [
    primaryKey({ name: 'finished_contents_pk', columns: [t.profileId, t.contentId] }),
    index('finished_contents_content_idx').on(t.contentId),
  ],
);

/** The unit that a child opened last on any device. */
export const lastOpenedUnits = pgTable(
  'last_opened_units',
  {
    profileId: uuid('profile_id')
      .primaryKey()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    lessonId: uuid('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    /** The time of the change; the profile's creation time if the device did not know the time. */
    openedAt: instant('opened_at').notNull(),
  },
  (t) => [index('last_opened_units_lesson_idx').on(t.lessonId)],
);

/** The switches that a child has set on any device. */
export const studentSwitches = pgTable(
  'student_switches',
  {
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    switch: smallint('switch').$type<StudentSwitch>().notNull(),
    isOn: boolean('is_on').notNull(),
    /** When the profile was made, where the device did not know. */
    setAt: instant('set_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'student_switches_pk', columns: [t.profileId, t.switch] }),
    check('student_switches_switch_known', isOneOf(t.switch, Object.values(StudentSwitch))),
  ],
);
