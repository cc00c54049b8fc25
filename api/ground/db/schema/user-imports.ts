import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { isOneOf, lengthChecks } from './checks.ts';
import { createdAt, id, instant } from './columns.ts';
import { users } from './users.ts';

const states = ['waiting', 'running', 'done'] as const;

/** A file of people to invite. It keeps their names for a month, so that its author can see each person's result. */
export const userImports = pgTable(
  'user_imports',
  {
    id: id(),
    createdById: uuid('created_by_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    requestId: text('request_id').notNull(),
    fileName: text('file_name').notNull(),
    encoding: text('encoding').notNull(),
    delimiter: text('delimiter').notNull(),
    state: text('state', { enum: states }).notNull().default('waiting'),
    total: integer('total').notNull(),
    processed: integer('processed').notNull(),
    created: integer('created').notNull().default(0),
    failed: integer('failed').notNull(),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    check('user_imports_state_known', isOneOf(t.state, states)),
    check(
      'user_imports_counts_add_up',
      sql`${t.processed} = ${t.created} + ${t.failed} and ${t.processed} <= ${t.total}`,
    ),
    ...lengthChecks('user_imports', [
      [t.requestId, 1, 200],
      [t.fileName, 1, 200],
    ]),
    index('user_imports_created_by_idx').on(t.createdById),
    index('user_imports_created_idx').on(t.createdAt),
  ],
);

/** A row of such a file, as it was read. It is done when it has a user or an error, in the transaction of either. */
export const userImportRows = pgTable(
  'user_import_rows',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => userImports.id, { onDelete: 'cascade' }),
    row: integer('row').notNull(),
    /** The cells by the user's fields. */
    cells: jsonb('cells').$type<Record<string, string>>().notNull(),
    errors: jsonb('errors').$type<{ field: string; messageKey: string }[]>(),
    userId: uuid('user_id'),
    doneAt: instant('done_at'),
  },
  (t) => [
    primaryKey({ name: 'user_import_rows_pk', columns: [t.importId, t.row] }),
    foreignKey({ name: 'user_import_rows_user_fk', columns: [t.userId], foreignColumns: [users.id] }).onDelete(
      'set null',
    ),
    index('user_import_rows_user_idx').on(t.userId),
    index('user_import_rows_waiting_idx')
      .on(t.importId, t.row)
      .where(sql`${t.doneAt} is null`),
  ],
);
