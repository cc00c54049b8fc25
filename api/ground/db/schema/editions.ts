import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { lengthChecks } from './checks.ts';
import { createdAt, id, instant } from './columns.ts';
import { printedCodes } from './printed-codes.ts';
import { textbooks } from './textbooks.ts';
import { userId } from './users.ts';

/** The printings of textbooks. The newest edition of a textbook locks it, but for the time that it is unlocked. */
export const editions = pgTable(
  'editions',
  {
    id: id(),
    textbookId: uuid('textbook_id')
      .notNull()
      .references(() => textbooks.id, { onDelete: 'cascade' }),
    /** From 1, without gaps. */
    number: integer('number').notNull(),
    name: text('name').notNull(),
    printedOn: date('printed_on').notNull(),
    unlockedUntil: instant('unlocked_until'),
    createdAt: createdAt(),
    createdById: uuid('created_by_id').references(userId, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('editions_number_unique').on(t.textbookId, t.number),
    uniqueIndex('editions_name_unique').on(t.textbookId, sql`lower(${t.name})`),
    ...lengthChecks('editions', [[t.name, 1, 100]]),
    check('editions_number_positive', sql`${t.number} > 0`),
    index('editions_created_by_idx')
      .on(t.createdById)
      .where(sql`${t.createdById} is not null`),
  ],
);

/** The targets of the codes of each textbook, unit and content when an edition was printed. */
export const editionCodes = pgTable(
  'edition_codes',
  {
    editionId: uuid('edition_id')
      .notNull()
      .references(() => editions.id, { onDelete: 'cascade' }),
    /** The code on the page, a row of kind `code`. */
    printedCodeId: uuid('printed_code_id')
      .notNull()
      .references(() => printedCodes.id, { onDelete: 'cascade' }),
    /** The code, of kind `code`, of the content that it opened at the print; null when it opened nothing. */
    opensId: uuid('opens_id'),
  },
  (t) => [
    primaryKey({ name: 'edition_codes_pk', columns: [t.editionId, t.printedCodeId] }),
    index('edition_codes_printed_code_idx').on(t.printedCodeId),
  ],
);
