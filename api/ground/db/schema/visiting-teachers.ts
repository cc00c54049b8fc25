import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { users } from './users.ts';

const someone = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * Teachers that a school has assigned to its classes by itself. The school owner sees only their names, until an
 * administrator assigns them to a class of that school.
 */
export const visitingTeachers = pgTable(
  'visiting_teachers',
  {
    schoolOwnerId: someone('school_owner_id'),
    teacherId: someone('teacher_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolOwnerId, t.teacherId] }),
    index('visiting_teachers_teacher_idx').on(t.teacherId),
  ],
);
