import { escapeIdentifier, type ClientBase } from 'pg';
import { messageOf } from '#api/ground/message-of.ts';
import { hasTable } from './catalog.ts';
import { onConnection } from './snapshot.ts';

/** Schemas that hold nothing but Manabook's; `public` has extensions too. */
const own = ['drizzle', 'graphile_worker'] as const;

/** Whether the database holds a school. One that was only migrated holds nothing to lose. */
export function holdsSchool(url: string): Promise<boolean> {
  return onConnection(url, async (client) => {
    if (!(await hasTable(client, 'public.users'))) return false;
    const { rows } = await client.query<{ used: boolean }>(
      'select exists (select from users) or exists (select from media) or exists (select from page_views) as used',
    );
    return rows[0]?.used === true;
  });
}

/** The processes of Manabook that are connected to this database. */
export function othersConnected(url: string): Promise<number> {
  return onConnection(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name like 'manabook%' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.count ?? 0;
  });
}

/** Ends the other connections of Manabook to this database, and with them what they do. */
export async function endOwnConnections(url: string): Promise<void> {
  await onConnection(url, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'manabook%' and pid <> pg_backend_pid()`,
    ),
  );
}

/** The schemas in which earlier restores keep the previous content of this database, the oldest first. */
export async function setAsideSchemas(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname ~ '^public_before_[0-9]+$' order by nspname",
  );
  return rows.map(({ name }) => name);
}

export interface SetAside {
  /** The schemas with the previous content. */
  readonly names: readonly string[];
  /** Restores everything. */
  undo(): Promise<void>;
  /** Removes the previous content. */
  drop(): Promise<void>;
}

/** Moves a database's content into schemas of other names, so that a restore finds it empty and can be undone. */
export async function setAside(url: string): Promise<SetAside> {
  const suffix = `_before_${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`;
  const there = await onConnection(url, async (client) => {
    const found: string[] = [];
    await inTransaction(client, async () => {
      for (const name of own) {
        if (!(await hasSchema(client, name))) continue;
        await rename(client, name, name + suffix);
        found.push(name);
      }
      await client.query('create schema if not exists public');
      await client.query(`create schema ${escapeIdentifier(`public${suffix}`)}`);
      await moveObjects(client, 'public', `public${suffix}`);
    });
    return found;
  });
  return asideOf(url, suffix, there);
}

/** What an interrupted restore set aside, by the name of its schema, `public_before_…`. */
export async function findAside(url: string, name: string): Promise<SetAside> {
  const suffix = name.replace(/^public/, '');
  const there = await onConnection(url, async (client) => {
    if (!(await setAsideSchemas(client)).includes(name)) throw new Error(`This database has no schema ${name}`);
    const found: string[] = [];
    for (const each of own) if (await hasSchema(client, each + suffix)) found.push(each);
    return found;
  });
  return asideOf(url, suffix, there);
}

function asideOf(url: string, suffix: string, there: readonly string[]): SetAside {
  const names = ['public', ...there].map((name) => name + suffix);
  const dropNames = async (client: ClientBase) => {
    for (const name of names) await client.query(`drop schema ${escapeIdentifier(name)} cascade`);
  };
  return {
    names,
    undo: () =>
      onConnection(url, (client) =>
        inTransaction(client, async () => {
          for (const name of own) await client.query(`drop schema if exists ${escapeIdentifier(name)} cascade`);
          const failed = `public_failed${suffix}`;
          await client.query(`create schema ${escapeIdentifier(failed)}`);
          await moveObjects(client, 'public', failed);
          await client.query(`drop schema ${escapeIdentifier(failed)} cascade`);
          await moveObjects(client, `public${suffix}`, 'public');
          await client.query(`drop schema ${escapeIdentifier(`public${suffix}`)}`);
          for (const name of there) await rename(client, name + suffix, name);
        }),
      ),
    drop: () => onConnection(url, dropNames),
  };
}

/** What became of a failed restore or move, for the operator. */
interface Undone {
  /** True when the previous content is back. */
  readonly isUndone: boolean;
  /** The failure's message; after a failed undo also where the previous content is. */
  readonly reason: string;
}

/** Brings the previous content back after a failure. A failed undo does not hide the failure. */
export async function undoAfter(aside: SetAside, failure: unknown): Promise<Undone> {
  const reason = messageOf(failure);
  try {
    await aside.undo();
    return { isUndone: true, reason };
  } catch (error) {
    const where = `it is in the schemas ${aside.names.join(', ')}`;
    const notBack = `The earlier data could not be brought back either (${messageOf(error)}): ${where}`;
    return { isUndone: false, reason: `${reason}. ${notBack}` };
  }
}

const rename = (client: ClientBase, from: string, to: string) =>
  client.query(`alter schema ${escapeIdentifier(from)} rename to ${escapeIdentifier(to)}`);

// Everything in a schema except the objects that belong to an extension or move along with their table.
const objects = `
  select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as kind,
    format('%I.%I', $1::text, relname) as name
  from pg_class c
  where relnamespace = to_regnamespace(quote_ident($1)) and relkind in ('r', 'p', 'v', 'm', 'S')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
      and (d.deptype = 'e' or relkind = 'S' and d.deptype in ('a', 'i') and d.refobjsubid > 0))
  union all
  select 'type', format('%I.%I', $1::text, typname) from pg_type t
  where typnamespace = to_regnamespace(quote_ident($1)) and typtype in ('d', 'e')
    and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
  union all
  select 'routine', format('%I.%I(%s)', $1::text, proname, pg_get_function_identity_arguments(p.oid)) from pg_proc p
  where pronamespace = to_regnamespace(quote_ident($1))
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`;

// Extensions stay, since the owner may create a trusted extension but only a superuser may move it.
async function moveObjects(client: ClientBase, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ kind: string; name: string }>(objects, [from]);
  for (const { kind, name } of rows) await client.query(`alter ${kind} ${name} set schema ${escapeIdentifier(to)}`);
}

async function hasSchema(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('select from pg_namespace where nspname = $1', [name]);
  return rows.length > 0;
}

async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
