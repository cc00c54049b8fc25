import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { Admission, ChildGuard, ClassStatus } from '#schema/rest/enumerations.ts';
import { foldedClassCode } from '../short-code.ts';
import { isBetween, isOneOf, lengthChecks } from './checks.ts';
import {
  editing,
  changesIndex,
  editingIndexes,
  id,
  instant,
  searchIndex,
  searchText,
  shortSearchIndex,
  softDeletion,
  trashIndex,
} from './columns.ts';
import { schools } from './schools.ts';
import { devices, profiles } from './students.ts';
import { textbooks } from './textbooks.ts';
import { userId, users } from './users.ts';

export const classes = pgTable(
  'classes',
  {
    id: id(),
    classCode: text('class_code').notNull(),
    classHashCode: text('class_hash_code').notNull(),
    className: text('class_name').notNull(),
    // "Could not delete … associated with a Class" holds in the database too.
    textbookId: uuid('textbook_id')
      .notNull()
      .references(() => textbooks.id, { onDelete: 'restrict' }),
    /** Days in the school's time zone; the end date is the class's last day. */
    startDate: date('start_date', { mode: 'string' }).notNull(),
    endDate: date('end_date', { mode: 'string' }).notNull(),
    status: smallint('status').$type<ClassStatus>().notNull().default(ClassStatus.ACTIVE),
    mainTeacherId: uuid('main_teacher_id').references(userId, { onDelete: 'set null' }),
    /** An owner of the class's school. A class without one belongs to no school. */
    schoolAdministratorId: uuid('school_administrator_id').references(userId, { onDelete: 'set null' }),
    /** A trigger keeps it a school that the school administrator owns. */
    schoolId: uuid('school_id').references(() => schools.id, { onDelete: 'restrict' }),
    /** Whether community posts wait for the teacher. */
    approvalRequired: boolean('approval_required').notNull().default(true),
    childGuard: smallint('child_guard').$type<ChildGuard>().notNull().default(ChildGuard.PICTURES),
    admission: smallint('admission').$type<Admission>().notNull().default(Admission.WHEN_MANY),
    /** Whether the class code opens the class when it is typed; the QR code always does. */
    codeOpens: boolean('code_opens').notNull().default(true),
    /** In the school's own system. */
    externalId: text('external_id'),
    searchText: searchText(),
    /**
     * The sort key of lists, in lower case. It is stored with `searchText`, since no index can use another table's
     * column.
     */
    textbookSort: text('textbook_sort').notNull().default(''),
    teacherSort: text('teacher_sort'),
    ...editing(userId),
    ...softDeletion(userId),
  },
  (t) => [
    // A deleted class does not keep its code from others; restored, it gets a new one where it is taken.
    uniqueIndex('classes_class_code_unique')
      .on(t.classCode)
      .where(sql`${t.deletedAt} is null`),
    uniqueIndex('classes_external_id_unique')
      .on(t.externalId)
      .where(sql`${t.deletedAt} is null`),
    uniqueIndex('classes_class_hash_code_unique').on(t.classHashCode),
    index('classes_typed_code_idx')
      .on(foldedClassCode(t.classCode))
      .where(sql`${t.deletedAt} is null`),
    check('classes_class_code_form', sql`${t.classCode} ~ '^[A-Z0-9]{4,12}$'`),
    check('classes_status_known', isOneOf(t.status, Object.values(ClassStatus))),
    check('classes_admission_known', isOneOf(t.admission, Object.values(Admission))),
    check('classes_child_guard_known', isOneOf(t.childGuard, Object.values(ChildGuard))),
    check('classes_end_after_start', sql`${t.endDate} > ${t.startDate}`),
    check('classes_at_most_two_years', sql`${t.endDate} <= ${t.startDate} + interval '2 years'`),
    ...lengthChecks('classes', [
      [t.classHashCode, 22, 64],
      [t.className, 1, 200],
      [t.externalId, 1, 200],
    ]),
    index('classes_name_idx')
      .on(sql`lower(${t.className})`, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('classes_status_idx')
      .on(t.status, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('classes_start_date_idx')
      .on(t.startDate, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('classes_end_date_idx')
      .on(t.endDate, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('classes_created_idx')
      .on(t.createdAt, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('classes_textbook_sort_idx')
      .on(t.textbookSort, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('classes_teacher_sort_idx')
      .on(t.teacherSort, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('classes_teacher_sort_backwards_idx')
      .on(t.teacherSort.desc().nullsLast(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null`),
    // The id is in the index, so that an index-only scan finds the ids of deleted classes.
    index('classes_deleted_idx')
      .on(t.deletedAt, t.id)
      .where(sql`${t.deletedAt} is not null`),
    index('classes_textbook_idx').on(t.textbookId),
    index('classes_main_teacher_idx').on(t.mainTeacherId),
    index('classes_school_administrator_idx').on(t.schoolAdministratorId),
    index('classes_school_idx').on(t.schoolId),
    searchIndex('classes', t),
    shortSearchIndex('classes', t),
    trashIndex('classes', t, t.className),
    ...editingIndexes('classes', t),
    changesIndex('classes', t),
  ],
);

/** At most five, in the order staff gave them: a place is taken once. */
export const classSecondaryTeachers = pgTable(
  'class_secondary_teachers',
  {
    classId: uuid('class_id')
      .notNull()
      .references(() => classes.id, { onDelete: 'cascade' }),
    teacherId: uuid('teacher_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
  },
  (t) => [
    primaryKey({ name: 'class_secondary_teachers_pk', columns: [t.classId, t.teacherId] }),
    uniqueIndex('class_secondary_teachers_position_unique').on(t.classId, t.position),
    check('class_secondary_teachers_at_most_five', isBetween(t.position, 0, 4)),
    index('class_secondary_teachers_teacher_idx').on(t.teacherId),
  ],
);

/** The classes that each profile has joined. */
export const classProfiles = pgTable(
  'class_profiles',
  {
    classId: uuid('class_id')
      .notNull()
      .references(() => classes.id, { onDelete: 'cascade' }),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    joinedAt: instant('joined_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    /** The child's number in the class's register; null when the class gave none. */
    number: smallint('number'),
    /** Until the teacher lets the child in, the class sees neither its name nor its works. */
    waiting: boolean('waiting').notNull().default(false),
    /** Whether the profile joined by a code that was replaced, and has not scanned the new one yet. */
    byOldCode: boolean('by_old_code').notNull().default(false),
    /** Whether staff added the profile; such a child joined by no code. */
    addedByStaff: boolean('added_by_staff').notNull().default(false),
  },
  (t) => [
    primaryKey({ name: 'class_profiles_pk', columns: [t.classId, t.profileId] }),
    check('class_profiles_number_range', isBetween(t.number, 1, 999)),
    index('class_profiles_profile_idx').on(t.profileId, t.lastSeenAt),
  ],
);

/**
 * Profiles that staff removed from a class, and can restore. A blocked profile stays out whatever code the class gets
 * later, and so does a new profile on its device.
 */
export const removedClassProfiles = pgTable(
  'removed_class_profiles',
  {
    classId: uuid('class_id')
      .notNull()
      .references(() => classes.id, { onDelete: 'cascade' }),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    // The following columns are copies of those of `class_profiles`.
    joinedAt: instant('joined_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    number: smallint('number'),
    waiting: boolean('waiting').notNull(),
    byOldCode: boolean('by_old_code').notNull(),
    addedByStaff: boolean('added_by_staff').notNull(),
    removedAt: instant('removed_at').notNull().defaultNow(),
    removedById: uuid('removed_by_id').references(userId, { onDelete: 'set null' }),
    blocked: boolean('blocked').notNull(),
    /** The device that a blocked profile was on. */
    deviceId: uuid('device_id').references(() => devices.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ name: 'removed_class_profiles_pk', columns: [t.classId, t.profileId] }),
    check('removed_class_profiles_number_range', isBetween(t.number, 1, 999)),
    index('removed_class_profiles_profile_idx').on(t.profileId),
    index('removed_class_profiles_removed_idx').on(t.removedAt),
    index('removed_class_profiles_removed_by_idx').on(t.removedById),
    index('removed_class_profiles_device_idx').on(t.deviceId),
  ],
);

/**
 * The merged profiles, each with the profile that it was merged into. A device that still holds a merged profile continues
 * with the remaining one. A row stays after the merged profile is purged, because a tablet may be away for the holidays.
 */
export const mergedProfiles = pgTable(
  'merged_profiles',
  {
    /** The merged profile, which may be purged. */
    id: uuid('id').primaryKey(),
    intoId: uuid('into_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
  },
  (t) => [index('merged_profiles_into_idx').on(t.intoId)],
);
