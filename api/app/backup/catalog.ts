import { escapeIdentifier, type ClientBase } from 'pg';

/** A table to copy, or the queue's jobs, which are copied as arguments of `add_job`. */
export interface TableShape {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
  /** The partitions of a partitioned table, with bounds in the form of `CREATE TABLE … PARTITION OF`. */
  readonly partitions: readonly { readonly name: string; readonly bound: string }[];
}

export interface SequenceState {
  readonly name: string;
  readonly value: string;
  readonly called: boolean;
}

/** The waiting jobs, in a form that every version of the queue accepts. */
export const jobsTable: TableShape = {
  schema: 'graphile_worker',
  name: 'jobs',
  columns: ['identifier', 'payload', 'queue_name', 'run_at', 'max_attempts', 'job_key', 'priority'],
  partitions: [],
};

const waitingJobs = `select task.identifier, job.payload::text as payload, queue.queue_name, job.run_at, job.max_attempts,
    job.key as job_key, job.priority
  from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
  where job.attempts < job.max_attempts or job.locked_at is not null`;

export const isJobs = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): boolean =>
  schema === jobsTable.schema && name === jobsTable.name;

/** The query that gives a table's rows. `COPY` itself reads no partitioned table before PostgreSQL 18. */
export function rowsOf(table: TableShape): string {
  if (isJobs(table)) return waitingJobs;
  return `select ${columnList(table)} from ${nameOf(table)}`;
}

export const columnList = ({ columns }: Pick<TableShape, 'columns'>): string =>
  columns.map(escapeIdentifier).join(', ');

export const nameOf = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

/** All tables except those of extensions. */
export async function tablesOf(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      coalesce((select json_agg(json_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid)) order by p.relname)
        from pg_inherits i join pg_class p on p.oid = i.inhrelid
        where i.inhparent = c.oid and p.relispartition), '[]') as partitions
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    order by c.relname`);
  return rows;
}

export async function sequencesOf(client: ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const state = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${nameOf({ schema: 'public', name })}`,
    );
    states.push(...state.rows.map((row) => ({ name, ...row })));
  }
  return states;
}

/** The creation times of this database's migrations: `when` in drizzle-kit's journal. */
export async function migrationsOf(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ made: string }>(
    'select created_at::text as made from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ made }) => made);
}

/** Whether a schema exists in this database. */
export async function hasTable(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [name]);
  return rows[0]?.there === true;
}
