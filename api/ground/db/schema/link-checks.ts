import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { linkKinds, linkProblems } from '#schema/rest/link-health.ts';
import { isOneOf, lengthChecks } from './checks.ts';
import { id, instant } from './columns.ts';

/**
 * The links and files of the textbooks, each with the result of its last check. The textbooks refresh the list every
 * night.
 */
export const linkChecks = pgTable(
  'link_checks',
  {
    id: id(),
    kind: text('kind', { enum: linkKinds }).notNull(),
    /** The content, the item of Push and Listen or the textbook that has the link. */
    rowId: uuid('row_id').notNull(),
    /** The address, or the id of the file. When the place gets another target, the row is replaced. */
    target: text('target').notNull(),
    /** Null: well, or never answered. */
    problem: text('problem', { enum: linkProblems }),
    /** The first of the looks in a row that found a problem. */
    badSince: instant('bad_since'),
    /** Counts as broken since then: a service may have one bad night. */
    brokenAt: instant('broken_at'),
    /** When its people were mailed. */
    mailedAt: instant('mailed_at'),
    /** The last look, with an answer or without. */
    triedAt: instant('tried_at'),
    /** The last look with an answer. */
    checkedAt: instant('checked_at'),
  },
  (t) => [
    uniqueIndex('link_checks_row_unique').on(t.rowId, t.kind),
    check('link_checks_kind_known', isOneOf(t.kind, linkKinds)),
    check('link_checks_problem_known', isOneOf(t.problem, linkProblems)),
    check('link_checks_bad_since_a_look', sql`(${t.problem} is null) = (${t.badSince} is null)`),
    check('link_checks_broken_with_problem', sql`${t.brokenAt} is null or ${t.problem} is not null`),
    ...lengthChecks('link_checks', [[t.target, 1, 2048]]),
    index('link_checks_target_idx').on(t.target, t.kind),
    index('link_checks_broken_idx')
      .on(t.brokenAt)
      .where(sql`${t.brokenAt} is not null`),
  ],
);
