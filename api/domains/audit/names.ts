import { type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/ground/db/client.ts';
import { idArray } from '#api/ground/db/id-array.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import {
  apiKeys,
  classes,
  communityPosts,
  contents,
  lessons,
  media,
  profiles,
  pushAndListenItems,
  refreshFamilies,
  schools,
  textbooks,
  users,
  webhooks,
} from '#api/ground/db/schema.ts';
import { staffNameSql } from '#api/ground/db/staff-name-sql.ts';

interface Named {
  readonly table: PgTable;
  readonly id: SQLWrapper;
  readonly name: SQLWrapper;
}

// The column with the name of a row, by table.
const named: Readonly<Record<string, Named>> = {
  users: { table: users, id: users.id, name: staffNameSql },
  classes: { table: classes, id: classes.id, name: classes.className },
  textbooks: { table: textbooks, id: textbooks.id, name: textbooks.name },
  lessons: { table: lessons, id: lessons.id, name: lessons.name },
  contents: { table: contents, id: contents.id, name: contents.name },
  push_and_listen_items: { table: pushAndListenItems, id: pushAndListenItems.id, name: pushAndListenItems.name },
  community_posts: { table: communityPosts, id: communityPosts.id, name: communityPosts.title },
  profiles: { table: profiles, id: profiles.id, name: profiles.name },
  schools: { table: schools, id: schools.id, name: schools.name },
  api_keys: { table: apiKeys, id: apiKeys.id, name: apiKeys.name },
  webhooks: { table: webhooks, id: webhooks.id, name: webhooks.name },
  // A session is called by its device.
  refresh_families: {
    table: refreshFamilies,
    id: refreshFamilies.id,
    name: sql`concat_ws(', ', ${refreshFamilies.browser}, ${refreshFamilies.os})`,
  },
  media: { table: media, id: media.id, name: media.fileName },
};

/** The names of rows of one table, by id; rows without a name and rows that are gone are left out. */
export async function namesIn(
  tx: Queryable,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = named[entity];
  if (!found || ids.length === 0) return new Map();
  const { table, id, name } = found;
  const { rows } = await tx.execute<{ id: string; name: string | null }>(
    sql`select ${id} as id, ${name} as name from ${table} where ${id} = any(${idArray(ids)})`,
  );
  return new Map(rows.flatMap((row) => (row.name ? [[row.id, row.name] as const] : [])));
}

const namesById = preparedQuery(['ids'], (db: Queryable, { ids }) => {
  const selects = Object.values(named).map(
    ({ table, id, name }) => sql`select ${id} as id, ${name} as name from ${table} where ${id} = any(${ids}::uuid[])`,
  );
  return db
    .select({ id: sql<string>`found.id`, name: sql<string>`found.name` })
    .from(sql`(${sql.join(selects, sql` union all `)}) found`);
});

/** The names of rows of any table, by id; rows without a name are left out. */
export async function namesOfRows(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await namesById(db, { ids });
  return new Map(rows.filter(({ name }) => name !== '').map(({ id, name }) => [id, name]));
}
