import { type SQL, sql } from 'drizzle-orm';

/**
 * Ids as an array of SQL, for `= any(...)`: one parameter however many they are. PostgreSQL looks each up by an index,
 * where it might read a whole table for a subquery of which it does not know the size.
 */
export const idArray = (ids: readonly string[]): SQL => sql`${sql.param(ids)}::uuid[]`;
