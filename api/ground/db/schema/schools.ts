import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { memberRoles } from '#schema/access.ts';
import { PostApproval, SchoolLanguage } from '#schema/rest/enumerations.ts';
import { isBetween, isOneOf, lengthChecks } from './checks.ts';
import { createdAt, editing, id, searchText } from './columns.ts';
import { media } from './media.ts';
import { userId, users } from './users.ts';

/** A school: its owners and teachers are its members, and each of its classes has one of its owners. */
export const schools = pgTable(
  'schools',
  {
    id: id(),
    name: text('name').notNull(),
    searchText: searchText(),
    /** An IANA zone; empty is the installation's. */
    timeZone: text('time_zone').notNull().default(''),
    language: smallint('language').$type<SchoolLanguage>().notNull().default(SchoolLanguage.NONE),
    /** The approval setting of a new class when its form has none. */
    approval: smallint('approval').$type<PostApproval>().notNull().default(PostApproval.INSTALLATION),
    /** Months after which posts are removed for good; 0 is the installation's rule alone. */
    retentionMonths: integer('retention_months').notNull().default(0),
    /** Works of a child on one day of the school; 0 is no limit of the school's own. */
    worksPerDay: integer('works_per_day').notNull().default(0),
    /** Megabytes of works on all walls of the school; 0 is no limit of the school's own. */
    storageMegabytes: integer('storage_megabytes').notNull().default(0),
    /** Whether families may take albums of their children's works home. */
    familyAlbums: boolean('family_albums').notNull().default(false),
    /** Printed on the sheets and name cards of its classes. */
    logoMediaId: uuid('logo_media_id').references(() => media.id, { onDelete: 'restrict' }),
    ...editing(userId),
  },
  (t) => [
    ...lengthChecks('schools', [
      [t.name, 1, 200],
      [t.timeZone, 0, 64],
    ]),
    check('schools_language_known', isOneOf(t.language, Object.values(SchoolLanguage))),
    check('schools_approval_known', isOneOf(t.approval, Object.values(PostApproval))),
    check('schools_retention_months_range', isBetween(t.retentionMonths, 0, 1200)),
    check('schools_works_per_day_range', isBetween(t.worksPerDay, 0, 10_000)),
    check('schools_storage_megabytes_range', isBetween(t.storageMegabytes, 0, 10_000_000)),
    index('schools_name_idx').on(sql`lower(${t.name})`, t.id),
    index('schools_logo_media_idx')
      .on(t.logoMediaId)
      .where(sql`${t.logoMediaId} is not null`),
    index('schools_updated_by_idx')
      .on(t.updatedById)
      .where(sql`${t.updatedById} is not null`),
  ],
);

/**
 * The members of each school and their roles. Triggers of the migration write the rows that follow from a user's
 * inviter and role, so that servers of the previous release write them too.
 */
export const memberships = pgTable(
  'memberships',
  {
    schoolId: uuid('school_id')
      .notNull()
      .references(() => schools.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: memberRoles }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'memberships_pk', columns: [t.schoolId, t.userId] }),
    check('memberships_role_known', isOneOf(t.role, memberRoles)),
    index('memberships_user_idx').on(t.userId, t.role, t.schoolId),
  ],
);
