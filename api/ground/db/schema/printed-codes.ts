import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { isOneOf, lengthChecks } from './checks.ts';
import { createdAt, instant } from './columns.ts';
import { userId } from './users.ts';

export const printedEntities = ['textbooks', 'lessons', 'contents'] as const;
export const printedKinds = ['code', 'link', 'form'] as const;

// Compared byte by byte, so that the forms of one page are one range of the index.
const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * Every code that was ever valid for a textbook, a unit or a content, with its target. Triggers write the rows in the
 * transaction of the textbook, unit or content (see the migration). No row is removed, so that a code keeps its
 * original target. There are no foreign keys, since a code outlives the row that it was printed for.
 */
export const printedCodes = pgTable(
  'printed_codes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** `code`: the typed code that never changes; `link`: a hash code; `form`: a short code, or one with a page. */
    kind: text('kind').$type<(typeof printedKinds)[number]>().notNull(),
    /** The code as it is compared: folded; a link's with its table. */
    key: bytewise('key').notNull(),
    /** The code as it is printed. */
    code: text('code').notNull(),
    /** The kind of row that the code was printed for. */
    entity: text('entity').$type<(typeof printedEntities)[number]>().notNull(),
    entityId: uuid('entity_id').notNull(),
    textbookId: uuid('textbook_id').notNull(),
    /**
     * The row, of kind `code`, of the new target of this entity's codes; null when they open the entity. Only rows of
     * kind `code` have a target, which applies to all codes that were printed for the entity.
     */
    targetId: uuid('target_id'),
    retargetedAt: instant('retargeted_at'),
    retargetedById: uuid('retargeted_by_id').references(userId, { onDelete: 'set null' }),
    /** The target from `plannedAt` on, in place of `targetId`: null for the entity itself. Without `plannedAt` it means nothing. */
    plannedTargetId: uuid('planned_target_id'),
    plannedAt: instant('planned_at'),
    /** The day that `plannedAt` begins, as it was chosen. */
    plannedDay: date('planned_day'),
    plannedById: uuid('planned_by_id').references(userId, { onDelete: 'set null' }),
    /** Counts changes of the target and of the plan. */
    version: integer('version').notNull().default(1),
    /** When a new hash code replaced this link, which then opens nothing. */
    endedAt: instant('ended_at'),
    uses: integer('uses').notNull().default(0),
    /** The uses after `endedAt`: scans of a replaced QR code. */
    usesAfterEnd: integer('uses_after_end').notNull().default(0),
    lastUsedAt: instant('last_used_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('printed_codes_key_unique').on(t.key),
    check('printed_codes_kind_known', isOneOf(t.kind, printedKinds)),
    check('printed_codes_entity_known', isOneOf(t.entity, printedEntities)),
    ...lengthChecks('printed_codes', [
      [t.key, 1, 1000],
      [t.code, 1, 100],
    ]),
    index('printed_codes_entity_idx').on(t.entityId, t.kind),
    index('printed_codes_textbook_idx').on(t.textbookId, t.createdAt, t.id),
    index('printed_codes_target_idx')
      .on(t.targetId)
      .where(sql`${t.targetId} is not null`),
    index('printed_codes_planned_target_idx')
      .on(t.plannedTargetId)
      .where(sql`${t.plannedTargetId} is not null`),
    index('printed_codes_planned_by_idx')
      .on(t.plannedById)
      .where(sql`${t.plannedById} is not null`),
    index('printed_codes_retargeted_by_idx')
      .on(t.retargetedById)
      .where(sql`${t.retargetedById} is not null`),
  ],
);

/**
 * How often a printed code was used on a day (UTC). A trigger writes the rows when `uses` of the code grows, and removes
 * those older than 90 days (see the migration).
 */
export const printedCodeDays = pgTable(
  'printed_code_days',
  {
    printedCodeId: uuid('printed_code_id')
      .notNull()
      .references(() => printedCodes.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    uses: integer('uses').notNull(),
  },
  (t) => [primaryKey({ name: 'printed_code_days_pk', columns: [t.printedCodeId, t.day] })],
);
