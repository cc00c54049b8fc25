import type { Client } from 'pg';
import { connected } from '#tests/api/scratch-database.ts';

interface Table {
  /** With its schema, quoted. */
  readonly name: string;
  /** Those that are stored, quoted. */
  readonly columns: string;
  /** As JSON. */
  readonly rows: string;
  /** The number of rows, and the sum of the transactions that wrote them: every change of a row changes one of the two. */
  state: string;
}

interface Sequence {
  readonly name: string;
  readonly last: string;
  readonly called: boolean;
}

/** Gives every table the rows that it had. Rejects when a transaction still holds rows, or when tables were made or dropped. */
type PutBack = () => Promise<void>;

// A running worker keeps the ids of its tasks in memory: another id would leave each later job of that task undone.
const keptByWorkers = '_private_tasks';

const tablesOf = `
  select format('%I.%I', nspname, relname) as name,
         (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
           where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
   where relkind = 'r' and nspname in ('public', 'graphile_worker') and relname <> '${keptByWorkers}'
   order by 1`;

const state = "concat(count(*), ' ', sum(xmin::text::bigint))";

const sequencesOf = `
  select format('%I.%I', schemaname, sequencename) as name,
         coalesce(last_value, start_value)::text as last, last_value is not null as called
    from pg_sequences
   where schemaname in ('public', 'graphile_worker') and sequencename not like '%tasks_id_seq'`;

/** Remembers the rows of a database's tables; the database has to be at rest. Gives the way to have them back. */
export async function rememberRows(databaseUrl: string): Promise<PutBack> {
  const { tables, sequences } = await connected(async (client) => {
    const { rows: found } = await client.query<Pick<Table, 'name' | 'columns'>>(tablesOf);
    const tables: Table[] = [];
    for (const { name, columns } of found) {
      const { rows } = await client.query<Pick<Table, 'rows' | 'state'>>(
        `select coalesce(json_agg(row), '[]')::text as rows, ${state} as state
           from ${name} as row`,
      );
      for (const row of rows) tables.push({ name, columns, ...row });
    }
    const { rows: sequences } = await client.query<Sequence>(sequencesOf);
    return { tables, sequences };
  }, databaseUrl);

  return () =>
    connected(async (client) => {
      // References are not checked, and an open transaction is waited for five seconds.
      await client.query("set session_replication_role = replica; set lock_timeout = '5s'; begin");
      // Transactions that write end first.
      await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in share row exclusive mode`);
      const { rows: there } = await client.query<Pick<Table, 'name'>>(tablesOf);
      if (there.map(({ name }) => name).join() !== tables.map(({ name }) => name).join())
        throw new Error('There are other tables than before');
      const changed = await changedTables(client, tables);
      for (const { name, columns, rows } of changed) {
        await client.query(`delete from ${name}`);
        await client.query(
          `insert into ${name} (${columns}) overriding system value
           select ${columns} from json_populate_recordset(null::${name}, $1)`,
          [rows],
        );
      }
      const counters = sequences.map(({ name, last, called }) => `select setval('${name}', ${last}, ${called})`);
      await client.query(counters.join(';'));
      const written = await states(client, changed);
      await client.query('commit');
      for (const [place, table] of changed.entries()) table.state = written[place] ?? '';
    }, databaseUrl);
}

async function states(client: Client, tables: readonly Table[]): Promise<readonly string[]> {
  if (tables.length === 0) return [];
  const looks = tables.map(({ name }, place) => `select ${place} as place, ${state} as state from ${name}`);
  const { rows } = await client.query<{ state: string }>(`${looks.join(' union all ')} order by place`);
  return rows.map((row) => row.state);
}

async function changedTables(client: Client, tables: readonly Table[]): Promise<readonly Table[]> {
  const found = await states(client, tables);
  return tables.filter((table, place) => table.state !== found[place]);
}
