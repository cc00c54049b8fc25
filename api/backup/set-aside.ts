import { escapeIdentifier, type ClientBase } from 'pg';
import { hasTable } from './catalog.ts';
import { onConnection } from './snapshot.ts';

const schemas = ['public', 'drizzle', 'graphile_worker'] as const;

/** Whether a school lives in this database: one that was only migrated holds nothing that anybody would miss. */
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

export interface SetAside {
  /** The schemas that hold what was there before. */
  readonly names: readonly string[];
  /** Puts everything back as it was. */
  undo(): Promise<void>;
  /** Removes what was set aside. */
  drop(): Promise<void>;
}

/** Moves what a database holds into schemas of other names, so that a restore finds it empty and can be undone. */
export async function setAside(url: string): Promise<SetAside> {
  const suffix = `_before_${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`;
  const moved = await onConnection(url, async (client) => {
    const there: string[] = [];
    for (const name of schemas) if (await hasSchema(client, name)) there.push(name);
    await inTransaction(client, async () => {
      for (const name of there) await rename(client, name, name + suffix);
      await client.query('create schema public');
      await moveExtensions(client, `public${suffix}`, 'public');
    });
    return there;
  });
  return {
    names: moved.map((name) => name + suffix),
    undo: () =>
      onConnection(url, (client) =>
        inTransaction(client, async () => {
          await moveExtensions(client, 'public', `public${suffix}`);
          for (const name of schemas) await client.query(`drop schema if exists ${escapeIdentifier(name)} cascade`);
          for (const name of moved) await rename(client, name + suffix, name);
        }),
      ),
    drop: () =>
      onConnection(url, async (client) => {
        for (const name of moved) await client.query(`drop schema ${escapeIdentifier(name + suffix)} cascade`);
      }),
  };
}

const rename = (client: ClientBase, from: string, to: string) =>
  client.query(`alter schema ${escapeIdentifier(from)} rename to ${escapeIdentifier(to)}`);

// An extension is there once in a database: the migrations must find it where they look for it.
async function moveExtensions(client: ClientBase, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select extname as name from pg_extension join pg_namespace n on n.oid = extnamespace where n.nspname = $1',
    [from],
  );
  for (const { name } of rows)
    await client.query(`alter extension ${escapeIdentifier(name)} set schema ${escapeIdentifier(to)}`);
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
