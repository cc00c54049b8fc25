import { and, or, type SQL, sql } from 'drizzle-orm';
import { normalForm } from '#api/ground/db/schema/columns.ts';
import { holdsPieces, holdsWords } from '#api/ground/db/search.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
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
  const { PageNumber, PageSize, SearchText } = query;
  const wanted = query.Kind.length > 0 ? [...new Set(query.Kind)] : trashKinds;
  const each = (limit: SQL) =>
    sql.join(
      wanted.map((kind) => sql`(${deletedOf(kind, caller, SearchText)} ${limit})`),
      sql` union all `,
    );
  const all = each(sql`limit ${countLimit + 1}`);
  const total = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${all}) found`);
  // Each kind is read by its index, and only as many rows as all pages up to this one can hold.
  const found = each(sql`order by deleted_at desc, id limit ${PageNumber * PageSize}`);
  const page = await db.execute<Row>(sql`
    select found.*, who.id as who_id, who.first_name, who.last_name,
      ceil(extract(epoch from found.deleted_at - now()) / 86400 + ${trashDays}::int)::int as days_left
    from (${found}) found left join ${trashTables.users} who on who.id = found.deleted_by_id
    order by found.deleted_at desc, found.id limit ${PageSize} offset ${(PageNumber - 1) * PageSize}`);
  const count = total.rows[0]?.count ?? 0;
  return {
    items: page.rows.map(asItem),
    pageNumber: PageNumber,
    pageSize: PageSize,
    totalCount: Math.min(count, countLimit),
    totalIsExact: count <= countLimit,
  };
}

function deletedOf(kind: TrashKind, caller: StaffCaller, words: string | undefined): SQL {
  const { name, searched: found = name, from, parents } = kinds[kind];
  const { id, createdAt, deletedAt, deletedById } = trashTables[kind];
  const [parent] = parents;
  const searched = normalForm(found);
  const parentDeleted = or(...parents.map(({ table }) => sql`${table.deletedAt} is not null`)) ?? sql`false`;
  return sql`
    select ${kind}::text as kind, ${id} as id, ${name} as name, ${createdAt} as created_at,
      ${deletedAt} as deleted_at, ${deletedById} as deleted_by_id, ${parent?.kind ?? null}::text as parent_kind,
      ${parent?.table.id ?? sql`null::uuid`} as parent_id, ${parent?.name ?? sql`null`}::text as parent_name,
      ${parentDeleted} as parent_deleted
    from ${from}
    where ${and(inTrash(kind), restorableBy(caller, kind), holdsWords(searched, words), holdsPieces(searched, words))}`;
}

interface Row extends Record<string, unknown> {
  readonly kind: string;
  readonly created_at: string | Date;
  readonly deleted_at: string | Date;
}

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
