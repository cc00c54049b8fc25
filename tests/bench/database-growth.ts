import type { Pool } from 'pg';

/** Bytes of the whole database, and of each table with its indexes; partitions count as their table. */
export interface DatabaseSize {
  readonly all: number;
  readonly tables: Readonly<Record<string, number>>;
}

export async function databaseSize(database: Pool): Promise<DatabaseSize> {
  const all = await database.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes');
  const { rows } = await database.query<{ name: string; bytes: number }>(
    `select coalesce(pg_partition_root(oid), oid)::regclass::text as name, sum(pg_total_relation_size(oid))::float8 as bytes
      from pg_class where relkind in ('r', 'm') and relnamespace::regnamespace::text in ('public', 'graphile_worker')
      group by 1`,
  );
  return { all: all.rows[0]?.bytes ?? 0, tables: Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes])) };
}

export const growth = (before: DatabaseSize, after: DatabaseSize): DatabaseSize => ({
  all: after.all - before.all,
  tables: Object.fromEntries(
    Object.entries(after.tables).map(([name, bytes]) => [name, bytes - (before.tables[name] ?? 0)]),
  ),
});
