import { boolean, index, integer, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core';
import { classes } from './classes.ts';
import { createdAt, id, instant } from './columns.ts';
import { schools } from './schools.ts';
import { userId } from './users.ts';

/** The turns of school years: each created next year's classes from a year's classes at once. */
export const schoolYearTurns = pgTable(
  'school_year_turns',
  {
    id: id(),
    /** Null for classes that belong to no school. */
    schoolId: uuid('school_id').references(() => schools.id, { onDelete: 'cascade' }),
    /** The number of children who are in none of the new classes. */
    leavingCount: integer('leaving_count').notNull(),
    createdAt: createdAt(),
    createdById: uuid('created_by_id').references(userId, { onDelete: 'set null' }),
    takenBackAt: instant('taken_back_at'),
    takenBackById: uuid('taken_back_by_id').references(userId, { onDelete: 'set null' }),
  },
  (t) => [
    index('school_year_turns_school_idx').on(t.schoolId, t.createdAt),
    index('school_year_turns_created_idx').on(t.createdAt, t.id),
    index('school_year_turns_created_by_idx').on(t.createdById),
    index('school_year_turns_taken_back_by_idx').on(t.takenBackById),
  ],
);

/** The result of a turn: a new class for each old one. */
export const schoolYearTurnClasses = pgTable(
  'school_year_turn_classes',
  {
    turnId: uuid('turn_id')
      .notNull()
      .references(() => schoolYearTurns.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    sourceId: uuid('source_id').references(() => classes.id, { onDelete: 'set null' }),
    classId: uuid('class_id').references(() => classes.id, { onDelete: 'set null' }),
    /** Children who were put into the new class. */
    studentCount: integer('student_count').notNull(),
    /** Whether the new class has the old one's codes, or gets them when the old one is over. */
    keepsCode: boolean('keeps_code').notNull(),
    /** When the old class's codes went to the new one; null before, and where the new class has its own. */
    codeMovedAt: instant('code_moved_at'),
  },
  (t) => [
    primaryKey({ name: 'school_year_turn_classes_pk', columns: [t.turnId, t.position] }),
    index('school_year_turn_classes_source_idx').on(t.sourceId),
    index('school_year_turn_classes_class_idx').on(t.classId),
  ],
);
