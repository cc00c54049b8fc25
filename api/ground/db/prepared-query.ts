import {
  Column,
  DrizzleQueryError,
  fillPlaceholders,
  getTableColumns,
  getTableName,
  is,
  type Placeholder,
  type Query,
  SQL,
  sql,
  Table,
} from 'drizzle-orm';
import type { Queryable } from './client.ts';
import { RepeatedStatement } from './kept-query.ts';

/** A query of drizzle that names its columns: `select({ … })`. */
export interface Select<Row> extends PromiseLike<Row[]> {
  toSQL(): Query;
  readonly _: { readonly selectedFields: unknown };
}

/** Gives the rows for some values. Every call sends the same text, so that PostgreSQL keeps one plan for it. */
export type PreparedQuery<Name extends string, Row> = (
  db: Queryable,
  values: Readonly<Record<Name, unknown>>,
) => Promise<Row[]>;

/**
 * A query that is built once, with a placeholder for each of the `names`: drizzle takes longer to build a query's text
 * than to send it. A placeholder for a list is one value, `= any(${ids})`. The result rows have drizzle's types.
 */
export function preparedQuery<const Name extends string, Row extends object>(
  names: readonly Name[],
  build: (db: Queryable, values: Readonly<Record<Name, Placeholder>>) => Select<Row>,
): PreparedQuery<Name, Row> {
  let built: Built<Row> | undefined;
  return async (db, values) => {
    built ??= buildOnce(build(db, placeholdersOf(names)));
    const { statement, params, read } = built;
    return read(await rowsOf(clientOf(db), statement, fillPlaceholders(params, values)));
  };
}

/** The rows that PostgreSQL gives; its error comes as drizzle's, which the log knows how to write. */
async function rowsOf(client: QueryClient, statement: RepeatedStatement, values: unknown[]): Promise<unknown[][]> {
  try {
    return (await client.query(statement, values)).rows;
  } catch (error) {
    throw new DrizzleQueryError(statement.text, values, error instanceof Error ? error : undefined);
  }
}

interface Built<Row> {
  readonly statement: RepeatedStatement;
  /** With placeholders for the values of a call. */
  readonly params: unknown[];
  readonly read: (rows: unknown[][]) => Row[];
}

function buildOnce<Row extends object>(select: Select<Row>): Built<Row> {
  const { sql: text, params } = select.toSQL();
  return { statement: new RepeatedStatement(text), params, read: rowReader<Row>(select) };
}

/** A pool, or the connection of a transaction. */
interface QueryClient {
  query(statement: RepeatedStatement, values: unknown[]): Promise<{ readonly rows: unknown[][] }>;
}

const isQueryClient = (client: unknown): client is QueryClient =>
  typeof client === 'object' && client !== null && 'query' in client;

// Drizzle's own execution adds tracing and a cache, which this project does not use and a short read would pay for.
function clientOf({ _: { session } }: Queryable): QueryClient {
  const client: unknown = Reflect.get(session, 'client');
  if (!isQueryClient(client)) throw new Error('drizzle is not the version that is meant');
  return client;
}

function placeholdersOf<Name extends string>(names: readonly Name[]): Record<Name, Placeholder> {
  const placeholders: Partial<Record<Name, Placeholder>> = {};
  for (const name of names) placeholders[name] = sql.placeholder(name);
  // Every name has a placeholder now.
  return placeholders as Record<Name, Placeholder>;
}

type Read = (row: readonly unknown[]) => unknown;

/** Reads rows as drizzle does, with the way to each value worked out beforehand. */
function rowReader<Row extends object>(select: Select<Row>): (rows: unknown[][]) => Row[] {
  const leaves = leavesOf(select._.selectedFields);
  const notNull: unknown = Reflect.get(select, 'joinsNotNullableMap');
  if (typeof notNull !== 'object' || notNull === null) throw new Error('drizzle is not the version that is meant');
  const read = objectReader(leaves, (table) => Reflect.get(notNull, table) === true);
  return (rows) => {
    if (rows[0] && rows[0].length !== leaves.length) throw new Error('a query must name its columns');
    // The columns were named by the select whose rows these are.
    return rows.map((row) => read(row) as Row);
  };
}

interface Leaf {
  readonly path: readonly string[];
  readonly field: Column | SQL | SQL.Aliased;
  /** Its place in the row. */
  readonly at: number;
}

function leavesOf(fields: unknown): Leaf[] {
  const found: Leaf[] = [];
  const visit = (field: unknown, path: readonly string[]): void => {
    if (is(field, Column) || is(field, SQL) || is(field, SQL.Aliased)) found.push({ path, field, at: found.length });
    else if (is(field, Table)) visit(getTableColumns(field), path);
    else if (typeof field === 'object' && field !== null)
      for (const [name, part] of Object.entries(field)) visit(part, [...path, name]);
    else throw new Error(`cannot read the column ${path.join('.')}`);
  };
  visit(fields, []);
  return found;
}

function objectReader(leaves: readonly Leaf[], isAlwaysThere: (table: string) => boolean, depth = 0): Read {
  const names = [...new Set(leaves.map(({ path }) => path[depth] ?? ''))];
  const reads = names.map((name): Read => {
    const own = leaves.filter(({ path }) => path[depth] === name);
    const [first] = own;
    if (first?.path.length === depth + 1) return valueReader(first);
    const read = objectReader(own, isAlwaysThere, depth + 1);
    const [column, ...others] = depth === 0 ? own.flatMap(columnOf) : [];
    if (!column || isAlwaysThere(column.table) || others.some(({ table }) => table !== column.table)) return read;
    // A left join that found nothing gives null for the whole object; drizzle goes by its first column.
    return (row) => (row[column.at] === null ? null : read(row));
  });
  return (row) => {
    const result: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at += 1) result[names[at] ?? ''] = reads[at]?.(row);
    return result;
  };
}

const columnOf = ({ path, field, at }: Leaf): { readonly at: number; readonly table: string }[] =>
  path.length === 2 && is(field, Column) ? [{ at, table: getTableName(field.table) }] : [];

function valueReader({ field, at }: Leaf): Read {
  const decoder = is(field, Column) ? field : is(field, SQL) ? decoderOf(field) : decoderOf(field.sql);
  if (decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue) return (row) => row[at];
  return (row) => (row[at] === null ? null : decoder.mapFromDriverValue(row[at]));
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

function decoderOf(expression: SQL): Decoder {
  const decoder: unknown = Reflect.get(expression, 'decoder');
  if (typeof decoder !== 'object' || decoder === null || !('mapFromDriverValue' in decoder))
    throw new Error('drizzle is not the version that is meant');
  return decoder as Decoder;
}
