import { Client } from 'pg';

interface Table {
  /** With its schema, quoted. */
  readonly name: string;
  /** Those that are stored, quoted. */
  readonly columns: string;
  /** Its copy, quoted. */
  readonly copy: string;
  readonly rows: number;
}

interface Sequence {
  readonly name: string;
  readonly last: string;
  readonly called: boolean;
}

export interface RememberedRows {
  /** Gives every table the rows it had. Rejects where a transaction still holds some of them. */
  putBack(): Promise<void>;
  close(): Promise<void>;
}

const tablesOf = `
  select format('%I.%I', nspname, relname) as name, format('remembered.%I', nspname || '.' || relname) as copy,
         (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
           where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
   where relkind = 'r' and nspname in ('public', 'graphile_worker')
   order by 1`;

const sequencesOf = `
  select format('%I.%I', schemaname, sequencename) as name,
         coalesce(last_value, start_value)::text as last, last_value is not null as called
    from pg_sequences where schemaname in ('public', 'graphile_worker')`;

/** Copies the rows of a database's tables beside them. The database has to be at rest, now and when they are put back. */
export async function rememberRows(databaseUrl: string): Promise<RememberedRows> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  // Rows come and go as they are: no reference is checked. And nobody's open transaction is waited for long.
  await client.query("set session_replication_role = replica; set lock_timeout = '5s'; create schema remembered");
  const { rows: found } = await client.query<Omit<Table, 'rows'>>(tablesOf);
  const tables: Table[] = [];
  for (const table of found) {
    const { rowCount } = await client.query(
      `create table ${table.copy} as select ${table.columns} from ${table.name}`,
    );
    tables.push({ ...table, rows: rowCount ?? 0 });
  }
  const { rows: sequences } = await client.query<Sequence>(sequencesOf);
  let since = await transaction(client);

  return {
    async putBack() {
      const changed = await changedTables(client, tables, since);
      const statements = changed.flatMap(({ name, columns, copy }) => [
        `delete from ${name}`,
        `insert into ${name} (${columns}) overriding system value select * from ${copy}`,
      ]);
      const counters = sequences.map(({ name, last, called }) => `select setval('${name}', ${last}, ${called})`);
      // Several statements at once are one transaction.
      await client.query([...statements, ...counters].join(';'));
      since = await transaction(client);
    },
    close: () => client.end(),
  };
}

/** A transaction's number, above those of all that was written until now. */
async function transaction(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
  return rows[0]?.id ?? '0';
}

/** Those with a row that is younger than `since`, or with more or fewer rows. */
async function changedTables(client: Client, tables: readonly Table[], since: string): Promise<readonly Table[]> {
  const looks = tables.map(
    ({ name, rows }, place) =>
      `select ${place} as place from ${name} having count(*) <> ${rows} or max(xmin::text::bigint) > ${since}`,
  );
  const { rows: places } = await client.query<{ place: number }>(looks.join(' union all '));
  return places.flatMap(({ place }) => tables[place] ?? []);
}
