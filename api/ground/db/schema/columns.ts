import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import {
  type AnyPgColumn,
  type ExtraConfigColumn,
  index,
  integer,
  type PgColumn,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

/** Names the users table late, so that it can use these columns itself. */
type UserReference = () => AnyPgColumn;

/** A UUID version 7 made by the application: see `newId`. */
export const id = () => uuid('id').primaryKey();

/** Milliseconds, as JavaScript counts: an instant read is the instant that was written. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const createdAt = () => instant('created_at').notNull().defaultNow();

/** The normal form of a row's searched fields: see `searchText`. */
export const searchText = () => text('search_text').notNull().default('');

/** The last author of a row and its version. Optimistic locking: an edit names the version it was made from. */
export const editing = (userId: UserReference) => ({
  version: integer('version').notNull().default(1),
  createdAt: createdAt(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  updatedById: uuid('updated_by_id').references(userId, { onDelete: 'set null' }),
});

/** A deleted row stays for its way back; every list leaves it out. */
export const softDeletion = (userId: UserReference) => ({
  deletedAt: instant('deleted_at'),
  deletedById: uuid('deleted_by_id').references(userId, { onDelete: 'set null' }),
});

/** Finds the rows that changed after another. */
export const changesIndex = (table: string, columns: { updatedAt: PgColumn; id: PgColumn }) =>
  index(`${table}_changes_idx`).on(columns.updatedAt, columns.id);

// Without these, removing one user would read every table that names users.
export const editingIndexes = (table: string, columns: { updatedById: PgColumn; deletedById: PgColumn }) => [
  index(`${table}_updated_by_idx`)
    .on(columns.updatedById)
    .where(sql`${columns.updatedById} is not null`),
  index(`${table}_deleted_by_idx`)
    .on(columns.deletedById)
    .where(sql`${columns.deletedById} is not null`),
];

/** Finds a part of the text without reading every row. */
export const searchIndex = (table: string, columns: { searchText: ExtraConfigColumn }) =>
  index(`${table}_search_text_idx`).using('gin', columns.searchText.op('gin_trgm_ops'));

/** Every character of a search text, and every pair of neighbours: see the migration. */
export const shortPieces = (column: SQLWrapper): SQL => sql`short_pieces(${column})`;

/**
 * Finds terms that are too short for the index above: a kanji, two letters, a sign. Whole, since a part has no
 * statistics.
 */
export const shortSearchIndex = (table: string, columns: { searchText: ExtraConfigColumn }) =>
  index(`${table}_short_pieces_idx`).using('gin', shortPieces(columns.searchText));

/** The normal form that `searchText` uses, without its space: see the migration. */
export const normalForm = (text: SQLWrapper): SQL => sql`normal_form(${text})`;

/**
 * The names that find a child. Spaces are left out, since the family name and the given name stand or are typed with or
 * without one; the words of a search have none.
 */
export const namesOfChild = (child: { readonly name: SQLWrapper; readonly reading: SQLWrapper }): SQL =>
  sql`${unspaced(child.name)} || ' ' || ${unspaced(child.reading)}`;

const unspaced = (text: SQLWrapper): SQL => sql`translate(${text}, U&' \\3000', '')`;

/** The names that find a person of the staff: Japanese names have the family name first, often without a space. */
export const namesOfStaff = (person: { readonly firstName: SQLWrapper; readonly lastName: SQLWrapper }): SQL =>
  sql`${person.firstName} || ' ' || ${person.lastName} || ${person.firstName}`;

/** Finds a row, deleted or not, by a part of its name, including short parts. */
export const nameIndex = (table: string, name: SQLWrapper) =>
  index(`${table}_name_idx`).using('gin', sql`${normalForm(name)} gin_trgm_ops`, shortPieces(normalForm(name)));

/** Finds a deleted row by a part of its name, including short parts. */
export const trashIndex = (table: string, columns: { deletedAt: PgColumn }, name: SQLWrapper) =>
  index(`${table}_trash_idx`)
    .using('gin', sql`${normalForm(name)} gin_trgm_ops`, shortPieces(normalForm(name)))
    .where(sql`${columns.deletedAt} is not null`);
