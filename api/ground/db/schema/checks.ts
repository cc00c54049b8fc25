import { type SQL, sql } from 'drizzle-orm';
import { check, type PgColumn } from 'drizzle-orm/pg-core';

/** `column in (…)`, for an enumeration. The values are ours, never a caller's. */
export function isOneOf(column: PgColumn, values: readonly (string | number)[]): SQL {
  const list = values.map((value) => (typeof value === 'number' ? String(value) : `'${value}'`)).join(', ');
  return sql`${column} in (${sql.raw(list)})`;
}

export function isBetween(column: PgColumn, minimum: number, maximum: number): SQL {
  return sql`${column} between ${sql.raw(String(minimum))} and ${sql.raw(String(maximum))}`;
}

/** One check per text column, named `<table>_<column>_length`. */
export function lengthChecks(table: string, limits: readonly [column: PgColumn, minimum: number, maximum: number][]) {
  return limits.map(([column, minimum, maximum]) =>
    check(
      `${table}_${column.name}_length`,
      sql`char_length(${column}) between ${sql.raw(String(minimum))} and ${sql.raw(String(maximum))}`,
    ),
  );
}
