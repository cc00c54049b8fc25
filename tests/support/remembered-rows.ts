import { Client } from 'pg';

interface Row {
  /** The row's place in its table (ctid). */
  place: string;
  readonly json: string;
}

interface Table {
  /** With its schema, quoted. */
  readonly name: string;
  /** The names of the stored columns, quoted. */
  readonly columns: string;
  readonly rows: readonly Row[];
  /** The ids of the transactions that wrote the rows. */
  readonly writers: Set<string>;
  /** The number of rows, and the sum of the transactions that wrote them: every change of a row changes one of the two. */
  state: string;
}

interface Sequence {
  readonly name: string;
  readonly last: string;
  readonly called: boolean;
}

/** The rows that a database had. */
interface RememberedRows {
  /** Gives every table its rows. Rejects when a transaction still holds rows, or when tables were made or dropped. */
  putBack(): Promise<void>;
  close(): Promise<void>;
}

// A running worker keeps the ids of its tasks in memory: another id would leave each later job of that task undone.
const keptByWorkers = '_private_tasks';

// In rows. A longer table gets the rows that it lacks. A short table gets all its rows, in their order, since tests may rely
// on the order.
const short = 500;

const tablesOf = `
  select format('%I.%I', nspname, relname) as name,
         (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
           where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
   where relkind = 'r' and nspname in ('public', 'graphile_worker') and relname <> '${keptByWorkers}'
   order by 1`;

const sequencesOf = `
  select format('%I.%I', schemaname, sequencename) as name,
         coalesce(last_value, start_value)::text as last, last_value is not null as called
    from pg_sequences
   where schemaname in ('public', 'graphile_worker') and sequencename not like '%tasks_id_seq'`;

/** Remembers the rows of a database's tables; the database has to be at rest. Its connection stays, with its plans. */
export async function rememberRows(databaseUrl: string): Promise<RememberedRows> {
  const client = new Client({ connectionString: databaseUrl });
  // A connection that was ended makes the next `putBack` reject.
  client.on('error', () => {});
  await client.connect();
  const tables: Table[] = [];
  for (const { name, columns } of await tablesIn(client)) {
    const { rows } = await client.query<Row & { writer: string }>(
      `select ctid::text as place, xmin::text as writer, row_to_json(whole)::text as json from ${name} as whole`,
    );
    const writers = new Set(rows.map(({ writer }) => writer));
    tables.push({ name, columns, rows: rows.map(({ place, json }) => ({ place, json })), writers, state: '' });
  }
  const { rows: sequences } = await client.query<Sequence>(sequencesOf);
  const counters = sequences.map(({ name, last, called }) => `select setval('${name}', ${last}, ${called})`).join(';');
  const statesOfAll = statesOf(tables);
  const states = async (): Promise<readonly string[]> => {
    const { rows } = await client.query<{ state: string }>({ name: 'states', text: statesOfAll });
    return rows.map(({ state }) => state);
  };
  keepStates(tables, await states());
  // References are not checked, and an open transaction is waited for five seconds.
  await client.query("set session_replication_role = replica; set lock_timeout = '5s'");

  return {
    async putBack() {
      await client.query('begin');
      // Transactions that write end first.
      await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in share row exclusive mode`);
      const there = await tablesIn(client);
      if (there.map(({ name }) => name).join() !== tables.map(({ name }) => name).join())
        throw new Error('There are other tables than before');
      const found = await states();
      const changed = tables.filter((table, place) => table.state !== found[place]);
      for (const table of changed) await putBack(client, table);
      await client.query(counters);
      if (changed.length > 0) {
        const { rows: written } = await client.query<{ state: string }>(statesOf(changed));
        keepStates(
          changed,
          written.map(({ state }) => state),
        );
      }
      await client.query('commit');
    },
    close: () => client.end(),
  };
}

const tablesIn = async (client: Client): Promise<readonly Pick<Table, 'name' | 'columns'>[]> =>
  (await client.query<Pick<Table, 'name' | 'columns'>>(tablesOf)).rows;

async function putBack(client: Client, table: Table): Promise<void> {
  const { name, rows, writers } = table;
  const isShort = rows.length <= short;
  await client.query(
    isShort ? `delete from ${name}` : `delete from ${name} where xmin::text <> all($1)`,
    isShort ? [] : [[...writers]],
  );
  const missing = isShort ? rows : await missingFrom(client, name, rows);
  let written = await insert(client, table, missing);
  // Vacuum may have freed places between other rows. A row that this transaction removes keeps its place until the
  // transaction ends, so each try fills more of the freed places, until all rows stand in order.
  for (let tries = 1; isShort && !standInOrder(written); tries += 1) {
    if (tries > 20) throw new Error(`The rows of ${name} do not stand in their order`);
    await client.query(`delete from ${name}`);
    written = await insert(client, table, missing);
  }
  for (const [place, row] of missing.entries()) row.place = written[place]?.place ?? '';
  for (const { writer } of written.slice(0, 1)) writers.add(writer);
}

interface WrittenRow {
  readonly place: string;
  readonly writer: string;
}

async function insert(client: Client, { name, columns }: Table, rows: readonly Row[]): Promise<readonly WrittenRow[]> {
  const { rows: written } = await client.query<WrittenRow>(
    `insert into ${name} (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::${name}, $1)
     returning ctid::text as place, pg_current_xact_id()::xid::text as writer`,
    [`[${rows.map(({ json }) => json).join()}]`],
  );
  return written;
}

function standInOrder(written: readonly WrittenRow[]): boolean {
  const places = written.map(({ place }) => place.slice(1, -1).split(',').map(Number));
  return places.every(([page = 0, line = 0], index) => {
    const [pageBefore = -1, lineBefore = -1] = places[index - 1] ?? [];
    return page > pageBefore || (page === pageBefore && line > lineBefore);
  });
}

async function missingFrom(client: Client, name: string, rows: readonly Row[]): Promise<readonly Row[]> {
  const { rows: left } = await client.query<{ place: string }>(`select ctid::text as place from ${name}`);
  const places = new Set(left.map(({ place }) => place));
  return rows.filter(({ place }) => !places.has(place));
}

const statesOf = (tables: readonly Table[]): string =>
  tables
    .map(
      ({ name }, place) =>
        `select ${place} as place, concat(count(*), ' ', sum(xmin::text::bigint)) as state from ${name}`,
    )
    .join(' union all ') + ' order by place';

/** Keeps the states of tables. Throws if a table has more or fewer rows than were remembered. */
function keepStates(tables: readonly Table[], states: readonly string[]): void {
  for (const [place, table] of tables.entries()) {
    const state = states[place] ?? '';
    if (!state.startsWith(`${table.rows.length} `))
      throw new Error(`${table.name} has other rows than before: ${state}`);
    table.state = state;
  }
}
