import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { memberRoles } from '#schema/access.ts';
import { isOneOf, lengthChecks } from './checks.ts';
import { createdAt, editing, id, searchText } from './columns.ts';
import { userId, users } from './users.ts';

/** A school: its owners and teachers are its members, and each of its classes has one of its owners. */
export const schools = pgTable(
  'schools',
  {
    id: id(),
    name: text('name').notNull(),
    searchText: searchText(),
    ...editing(userId),
  },
  (t) => [
    ...lengthChecks('schools', [[t.name, 1, 200]]),
    index('schools_name_idx').on(sql`lower(${t.name})`, t.id),
    index('schools_updated_by_idx')
      .on(t.updatedById)
      .where(sql`${t.updatedById} is not null`),
  ],
);

/**
 * Who belongs to which school, and as what. Triggers of the migration write the rows that follow from a user's inviter
 * and role, for servers of the release before too.
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
