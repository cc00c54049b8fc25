import { eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Author, recordChange } from '#api/domains/audit/record.ts';
import { assertVersion, editedBy, newRowTimes } from '#api/domains/audit/versions.ts';
import { moveToTrash } from '#api/domains/trash/move.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { idArray } from '#api/ground/db/id-array.ts';
import { createOnce } from '#api/ground/db/idempotency.ts';
import { invalid, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { TrashKind } from '#schema/rest/trash.ts';

interface EditableRow {
  readonly id: string;
  readonly version: number;
  readonly updatedAt: Date;
  readonly updatedById: string | null;
}

type Table = PgTable & { readonly id: PgColumn };

/** A kind of row that has an order within its parent: units of a textbook, contents of a unit, items of a content. */
interface OrderedKind<Row extends EditableRow, Field extends keyof Row & string, Values> {
  /** The table's name in the audit log and in the trash. */
  readonly entity: TrashKind;
  readonly table: Table;
  /** The column with the parent's id, and its key in a row. */
  readonly parentColumn: PgColumn;
  readonly parentKey: keyof Row & string;
  readonly parent: {
    readonly entity: TrashKind;
    readonly table: Table;
    /** Locks the parent's row; undefined when there is none. */
    readonly lock: (tx: Queryable, id: string) => Promise<EditableRow | undefined>;
  };
  /** Locks the parent's row for a new child; answers 400 when the parent cannot have one. */
  readonly lockParentForNew: (tx: Queryable, parentId: string) => Promise<void>;
  /** Locks a row; undefined when there is none. */
  readonly lock: (tx: Queryable, id: string) => Promise<Row | undefined>;
  /** The columns that the form writes, which are also what the audit log keeps. */
  readonly fields: readonly Field[];
  /** The form's values as columns; `current` is the row before an update. Answers 400 for values that do not fit. */
  readonly fieldsOf: (tx: Queryable, values: Values, current?: Row) => Promise<Pick<Row, Field>>;
  /** Columns of a new row that the form does not write, such as its hash code. */
  readonly newColumns?: () => Readonly<Record<string, unknown>>;
  readonly searchTextOf?: (values: Values) => string;
  /** Holds the textbook of a row before the row is locked, so that no edition is stored meanwhile. */
  readonly holdTextBook?: (tx: Queryable, id: string) => Promise<void>;
  /** Answers 409 for a deletion, or for an update to `after`, that printed codes do not allow. */
  readonly assertPrintLockAllows?: (tx: Queryable, row: Row, after?: Pick<Row, Field>) => Promise<void>;
  /** The field of the reorder call that lists the ids. */
  readonly orderKey: string;
}

/** Creates, updates, reorders and deletes the rows of one kind; each in a transaction with its row in the audit log. */
export function createOrderedStore<Row extends EditableRow, Field extends keyof Row & string, Values>(
  kind: OrderedKind<Row, Field, Values>,
) {
  const { entity, table, parentColumn, parentKey, parent, fields, orderKey } = kind;
  const searchColumn = (values: Values) => kind.searchTextOf && { searchText: kind.searchTextOf(values) };

  return {
    /** Adds a row at the end of its parent, once for each idempotency key. Resolves to its id. */
    async create({ db }: Uses<'db'>, author: Author, { parentId, values }: NewRow<Values>): Promise<string> {
      return createOnce(db, { table, userId: author.userId, key: values.idempotencyKey }, (id) =>
        db.transaction(async (tx) => {
          await kind.lockParentForNew(tx, parentId);
          const columns = await kind.fieldsOf(tx, values);
          const position = await nextPosition(tx, { table, parentColumn, parentId });
          const place = { id, [parentKey]: parentId, position, updatedById: author.userId, ...newRowTimes };
          await tx.insert(table).values({ ...columns, ...kind.newColumns?.(), ...searchColumn(values), ...place });
          const after = { [parentKey]: parentId, ...columns };
          await recordChange(tx, author, { action: 'create', entity, entityId: id, after });
        }),
      );
    },

    /** Replaces a row's fields; answers 409 when somebody changed the row since the caller read it. */
    async update({ db }: Uses<'db'>, author: Author, { id, values }: Update<Values>): Promise<void> {
      await db.transaction(async (tx) => {
        await kind.holdTextBook?.(tx, id);
        const row = await kind.lock(tx, id);
        if (!row) throw notFound();
        await assertVersion(tx, row, values.version);
        const columns = await kind.fieldsOf(tx, values, row);
        await kind.assertPrintLockAllows?.(tx, row, columns);
        await tx
          .update(table)
          .set({ ...columns, ...searchColumn(values), ...editedBy(row, author) })
          .where(eq(table.id, id));
        const before = valuesOf(row, fields);
        await recordChange(tx, author, { action: 'update', entity, entityId: id, before, after: columns });
      });
    },

    /** Puts a parent's rows into a new order. The audit log and the version count that as a change of the parent. */
    async reorder({ db }: Uses<'db'>, author: Author, { parentId, ids, version }: NewOrder): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await parent.lock(tx, parentId);
        if (!row) throw notFound();
        await assertVersion(tx, row, version);
        const before = await renumber(tx, { table, parentColumn, parentId: row.id }, { ids, field: orderKey });
        await tx.update(parent.table).set(editedBy(row, author)).where(eq(parent.table.id, row.id));
        await recordChange(tx, author, {
          action: 'reorder',
          entity: parent.entity,
          entityId: row.id,
          before: { [orderKey]: before },
          after: { [orderKey]: ids },
        });
      });
    },

    /** Puts a row into the trash. */
    async remove({ db }: Uses<'db'>, author: Author, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        await kind.holdTextBook?.(tx, id);
        const row = await kind.lock(tx, id);
        if (!row) throw notFound();
        await kind.assertPrintLockAllows?.(tx, row);
        await moveToTrash(tx, entity, { id, author, before: valuesOf(row, [parentKey, ...fields]) });
      });
    },
  };
}

interface NewRow<Values> {
  readonly parentId: string;
  readonly values: Values & { readonly idempotencyKey?: string | undefined };
}

interface Update<Values> {
  readonly id: string;
  readonly values: Values & { readonly version: number };
}

interface NewOrder {
  readonly parentId: string;
  readonly ids: readonly string[];
  /** The parent's version that the caller read. */
  readonly version: number;
}

const valuesOf = <Row, Key extends keyof Row & string>(row: Row, keys: readonly Key[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, row[key]]));

/**
 * When a row was published: now for a new one, unless the form says that it is a draft. An update that does not say
 * leaves the row as it is.
 */
export function publishedAtOf(
  { published }: { readonly published?: boolean | undefined },
  current: { readonly publishedAt: Date | null } | undefined,
): Date | null {
  const isPublished = published ?? (current === undefined || current.publishedAt !== null);
  return isPublished ? (current?.publishedAt ?? new Date()) : null;
}

interface Siblings {
  readonly table: PgTable;
  readonly parentColumn: PgColumn;
  readonly parentId: string;
}

// Deleted rows count, so that a restored row finds its position free. The lock on the parent's row keeps two new rows
// from getting the same position.
async function nextPosition(tx: Queryable, { table, parentColumn, parentId }: Siblings): Promise<number> {
  const { rows } = await tx.execute<{ next: number }>(
    sql`select coalesce(max(position) + 1, 0) as next from ${table} where ${parentColumn} = ${parentId}`,
  );
  return rows[0]?.next ?? 0;
}

interface Ids {
  readonly ids: readonly string[];
  /** The field of the body that an incomplete list is an error of. */
  readonly field: string;
}

/**
 * Numbers the rows of a parent by `ids`, from 0 without gaps; deleted rows follow. Answers 400 unless `ids` holds every
 * row that is not deleted, each once. Resolves to the ids in their order before.
 */
async function renumber(
  tx: Queryable,
  { table, parentColumn, parentId }: Siblings,
  { ids, field }: Ids,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string; deleted: boolean }>(sql`
    select id, deleted_at is not null as deleted from ${table}
    where ${parentColumn} = ${parentId} order by position, id for update`);
  const before = rows.filter((row) => !row.deleted).map((row) => row.id);
  const wanted = ids.map((id) => id.toLowerCase());
  if (!isPermutation(wanted, before)) throw invalid({ [field]: ['messages.orderIncomplete'] });
  const order = [...wanted, ...rows.filter((row) => row.deleted).map((row) => row.id)];
  await tx.execute(sql`
    update ${table} set position = array_position(${idArray(order)}, id) - 1
    where ${parentColumn} = ${parentId}`);
  return before;
}

function isPermutation(ids: readonly string[], of: readonly string[]): boolean {
  const given = new Set(ids);
  return ids.length === of.length && given.size === of.length && of.every((id) => given.has(id));
}
