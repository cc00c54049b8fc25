import { and, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '#api/domains/schools/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { type PreparedQuery, preparedQuery } from '#api/ground/db/prepared-query.ts';
import { normalForm } from '#api/ground/db/schema/columns.ts';
import { holdsPieces, holdsWords } from '#api/ground/db/search.ts';
import { totalOf } from '#api/ground/db/total-of.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { BoundedCache } from '#api/ground/bounded-cache.ts';
import type { Uses } from '#api/ground/services.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import { type trash, trashDays, type TrashItem, trashItem, type TrashKind, trashKinds } from '#schema/rest/trash.ts';
import { inTrash, kinds, trashTables } from './kinds.ts';
import { restorableBy } from './scope.ts';

type ListQuery = QueryOf<typeof trash>;

/** The list counts at most so many rows. */
const countLimit = 1_000;

/** A page of the rows that the caller may restore, the newest first. */
export async function trashPage({ db }: Uses<'db'>, caller: StaffCaller, query: ListQuery): Promise<Page<TrashItem>> {
  const { PageNumber, PageSize, SearchText: words } = query;
  const wanted = query.Kind.length > 0 ? [...new Set(query.Kind)] : trashKinds;
  const { kind, userId } = caller;
  const part = { limit: PageSize, offset: (PageNumber - 1) * PageSize, reach: PageNumber * PageSize };
  // The words of a search make many statements.
  const { rows, count } = words
    ? {
        rows: await selectPage(db, { wanted, viewer: caller, words, ...part }),
        count: () => selectCount(db, { wanted, viewer: caller, words }),
      }
    : {
        rows: await pages.getOrCreate(`${kind} ${wanted.join(' ')}`, () => preparedPage(wanted, kind))(db, {
          userId,
          ...part,
        }),
        count: () =>
          counts.getOrCreate(`${kind} ${wanted.join(' ')}`, () => preparedCount(wanted, kind))(db, { userId }),
      };
  const total = await totalOf(query, rows, async () => (await count())[0]?.count ?? 0);
  return {
    items: rows.map(asItem),
    pageNumber: PageNumber,
    pageSize: PageSize,
    totalCount: Math.min(total, countLimit),
    totalIsExact: total <= countLimit,
  };
}

interface Wanted {
  readonly wanted: readonly TrashKind[];
  readonly viewer: Viewer;
  readonly words?: string | undefined;
}

interface Part<Value> {
  readonly limit: Value;
  readonly offset: Value;
  /** As many rows as all pages up to this one can hold. */
  readonly reach: Value;
}

// The prepared queries by the caller's role and the kinds.
const pages = new BoundedCache<PreparedQuery<'userId' | 'limit' | 'offset' | 'reach', Row>>(50);
const counts = new BoundedCache<PreparedQuery<'userId', { readonly count: number }>>(50);

const preparedPage = (wanted: readonly TrashKind[], kind: Viewer['kind']) =>
  preparedQuery(['userId', 'limit', 'offset', 'reach'], (db: Queryable, { userId, ...part }) =>
    selectPage(db, { wanted, viewer: { kind, userId }, ...part }),
  );

const preparedCount = (wanted: readonly TrashKind[], kind: Viewer['kind']) =>
  preparedQuery(['userId'], (db: Queryable, { userId }) => selectCount(db, { wanted, viewer: { kind, userId } }));

function selectPage(db: Queryable, { limit, offset, reach, ...asked }: Wanted & Part<number | Placeholder>) {
  // Each kind is read by its index.
  const found = each(asked, sql`order by deleted_at desc, id limit ${reach}`);
  return db
    .select(columns)
    .from(sql`(${found}) found left join ${trashTables.users} who on who.id = found.deleted_by_id`)
    .orderBy(sql`found.deleted_at desc`, sql`found.id`)
    .limit(limit)
    .offset(offset);
}

const selectCount = (db: Queryable, asked: Wanted) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(${each(asked, sql.raw(`limit ${countLimit + 1}`))}) found`);

const each = ({ wanted, viewer, words }: Wanted, limit: SQL): SQL =>
  sql.join(
    wanted.map((kind) => sql`(${deletedOf(kind, viewer, words)} ${limit})`),
    sql` union all `,
  );

const columns = {
  kind: sql<TrashKind>`found.kind`,
  id: sql<string>`found.id`,
  name: sql<string>`found.name`,
  created_at: sql<string | Date>`found.created_at`,
  deleted_at: sql<string | Date>`found.deleted_at`,
  parent_kind: sql<TrashKind | null>`found.parent_kind`,
  parent_id: sql<string | null>`found.parent_id`,
  parent_name: sql<string | null>`found.parent_name`,
  parent_deleted: sql<boolean>`found.parent_deleted`,
  who_id: sql<string | null>`who.id`,
  first_name: sql<string | null>`who.first_name`,
  last_name: sql<string | null>`who.last_name`,
  days_left: sql<number>`ceil(extract(epoch from found.deleted_at - now()) / 86400 + ${sql.raw(String(trashDays))})::int`,
};

function deletedOf(kind: TrashKind, viewer: Viewer, words: string | undefined): SQL {
  const { name, searched: found = name, from, parents } = kinds[kind];
  const { id, createdAt, deletedAt, deletedById } = trashTables[kind];
  const [parent] = parents;
  const searched = normalForm(found);
  const parentDeleted = or(...parents.map(({ table }) => sql`${table.deletedAt} is not null`)) ?? sql`false`;
  return sql`
    select ${sql.raw(`'${kind}'`)}::text as kind, ${id} as id, ${name} as name, ${createdAt} as created_at,
      ${deletedAt} as deleted_at, ${deletedById} as deleted_by_id, ${parent?.kind ?? null}::text as parent_kind,
      ${parent?.table.id ?? sql`null::uuid`} as parent_id, ${parent?.name ?? sql`null`}::text as parent_name,
      ${parentDeleted} as parent_deleted
    from ${from}
    where ${and(inTrash(kind), restorableBy(viewer, kind), holdsWords(searched, words), holdsPieces(searched, words))}`;
}

type Row = Awaited<ReturnType<typeof selectPage>>[number];

function asItem(row: Row): TrashItem {
  const { parent_kind: parentKind, parent_id: parentId, parent_name: parentName, who_id: whoId } = row;
  return trashItem.parse({
    ...row,
    parent: parentKind === null ? null : { kind: parentKind, id: parentId, name: parentName },
    parentDeleted: row.parent_deleted,
    createdAt: new Date(row.created_at).toISOString(),
    deletedAt: new Date(row.deleted_at).toISOString(),
    deletedBy: whoId === null ? null : { id: whoId, firstName: row.first_name, lastName: row.last_name },
    daysLeft: row.days_left,
  });
}
