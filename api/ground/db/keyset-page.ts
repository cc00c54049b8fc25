import { createHash } from 'node:crypto';
import { and, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { invalid } from '#api/ground/http/problems.ts';
import type { ConnectionPage } from '#schema/rest/paging.ts';
import type { Total } from './bounded-total.ts';
import type { Queryable } from './client.ts';
import type { OrderKey } from './order.ts';
import { plannedEachTime } from './prepared-statements.ts';
import { databaseError } from './violations.ts';

interface Asked {
  readonly After?: string | undefined;
  readonly PageNumber: number;
  readonly PageSize: number;
}

interface KeysetList {
  /** The list's name. With the filter and sort in `query`, the name separates this list's cursors from others. */
  readonly name: string;
  readonly query: Asked;
  /** The table, with the joins that conditions and order need. */
  readonly from: SQL;
  readonly id: PgColumn;
  readonly condition: SQL | undefined;
  /** The last key is the id. */
  readonly order: readonly OrderKey[];
}

interface KeysetPage extends Pick<ConnectionPage<unknown>, 'endCursor' | 'hasNextPage'> {
  /** The ids of the rows on the page, in their order. */
  readonly ids: readonly string[];
  readonly cursorOf: ReadonlyMap<string, string>;
}

/** The values of a row in an order, as PostgreSQL writes them; the last one is its id. */
const values = z.array(z.string().nullable());
type Values = z.output<typeof values>;

/**
 * Finds which rows of a list come after a cursor (keyset paging). The cursor holds the row's values in the order, so the
 * page begins at the same place when that row is changed, deleted or gone. Answers 400 for a cursor that is none, or of
 * another list, filter or sort.
 */
export async function keysetPage(db: Queryable, list: KeysetList): Promise<KeysetPage> {
  const { PageSize } = list.query;
  const tag = tagOf(list);
  const after = placeIn(list, tag);
  const found: Found[] = [];
  for (const statement of statementsAfter(list, after)) {
    if (found.length > PageSize) break;
    const { rows } = await db.execute<{ id: string; place: unknown }>(statement).catch(refuseForged(after));
    found.push(...rows.map(({ id, place }) => ({ id, place: values.parse(place) })));
  }
  const rows = found.slice(0, PageSize).map(({ id, place }) => ({ id, cursor: cursorOf(tag, place) }));
  return {
    ids: rows.map(({ id }) => id),
    cursorOf: new Map(rows.map(({ id, cursor }) => [id, cursor])),
    endCursor: rows.at(-1)?.cursor ?? null,
    hasNextPage: found.length > PageSize,
  };
}

/** The answer of a list that was read by cursor. A row that was deleted since the page was found is left out. */
export function connectionPage<Item extends { readonly id: string }>(
  { PageNumber, PageSize }: Asked,
  { cursorOf: known, endCursor, hasNextPage }: KeysetPage,
  { items, ...total }: Total & { readonly items: Item[] },
): ConnectionPage<Item> {
  const cursors = items.map(({ id }) => known.get(id) ?? '');
  return { items, pageNumber: PageNumber, pageSize: PageSize, ...total, cursors, endCursor, hasNextPage };
}

interface Found {
  readonly id: string;
  readonly place: Values;
}

/** The statements that find a page's rows and one more. The second one runs when the first one finds too few rows. */
export function statementsAfter(list: KeysetList, after: Values | undefined): SQL[] {
  const { from, id, condition, order, query } = list;
  const place = listed(order.map(({ by }) => sql`(${by})::text`));
  const byKeys = listed(order.map(({ by, direction }) => sql`${by} ${direction}`));
  const offset = (query.PageNumber - 1) * query.PageSize;
  const parts = after ? (offset === 0 ? partsAfter(order, after) : [isPast(order, after)]) : [undefined];
  return parts.map(
    (part) => sql`${sql.raw(plannedEachTime)} select ${id} as id, json_build_array(${place}) as place from ${from}
      where ${and(condition, part) ?? sql`true`} order by ${byKeys} limit ${query.PageSize + 1} offset ${offset}`,
  );
}

const listed = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);

/**
 * The conditions of the rows after a place, whose rows follow one another. Rows without a value in the first key are a part
 * of their own, so that each part is a range of an index.
 */
function partsAfter(order: readonly OrderKey[], place: Values): (SQL | undefined)[] {
  const [first] = order;
  if (first?.nulls !== 'last') return [isPast(order, place)];
  const isNull = sql`(${first.by}) is null`;
  if (place[0] === null) return [and(isNull, isPast(order.slice(1), place.slice(1)))];
  return [isPast([{ ...first, nulls: 'none' }, ...order.slice(1)], place), isNull];
}

function isPast(order: readonly OrderKey[], place: Values): SQL | undefined {
  const [first] = order;
  const isOneWay = order.every(({ isDescending, nulls }) => isDescending === first?.isDescending && nulls === 'none');
  // PostgreSQL finds the beginning of a row comparison in an index.
  if (isOneWay) {
    const [keys, past] = [listed(order.map(({ by }) => sql`${by}`)), listed(place.map((value) => sql`${value}`))];
    return first?.isDescending ? sql`(${keys}) < (${past})` : sql`(${keys}) > (${past})`;
  }
  const steps = order.map((key, at) =>
    and(...order.slice(0, at).map((before, index) => isEqual(before, place[index])), isBeyond(key, place[at])),
  );
  return and(first?.nulls === 'none' ? isNotBefore(first, place[0]) : undefined, or(...steps));
}

type Value = string | null | undefined;

const isEqual = ({ by }: OrderKey, value: Value): SQL => sql`(${by}) is not distinct from ${value}`;

const isNotBefore = ({ by, isDescending }: OrderKey, value: Value): SQL =>
  isDescending ? sql`(${by}) <= ${value}` : sql`(${by}) >= ${value}`;

function isBeyond({ by, isDescending, nulls }: OrderKey, value: Value): SQL {
  if (value === null) return nulls === 'first' ? sql`(${by}) is not null` : sql`false`;
  const beyond = isDescending ? sql`(${by}) < ${value}` : sql`(${by}) > ${value}`;
  return nulls === 'last' ? sql`(${beyond} or (${by}) is null)` : beyond;
}

/** Changes when an order's expressions or the form of cursors do, so that older cursors are refused. */
const release = 1;

function tagOf({ name, query }: KeysetList): string {
  const { After: _after, PageNumber: _number, PageSize: _size, ...filters } = query;
  const hash = createHash('sha256').update(JSON.stringify([release, name, filters]));
  return hash.digest('base64url').slice(0, 11);
}

const cursorOf = (tag: string, place: Values): string =>
  Buffer.from(JSON.stringify([tag, ...place])).toString('base64url');

const refused = () => invalid({ After: ['messages.invalidValue'] });

/** The place of the list's cursor; undefined at the beginning. */
function placeIn({ query: { After = '' }, order }: KeysetList, tag: string): Values | undefined {
  if (After === '') return undefined;
  const [given, ...place] = valuesIn(After);
  if (given !== tag || place.length !== order.length) throw refused();
  return place;
}

function valuesIn(cursor: string): Values {
  try {
    return values.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw refused();
  }
}

// Data exceptions: a person has forged a cursor with a value that does not have the column's type.
const dataExceptions = '22';

const refuseForged =
  (after: Values | undefined) =>
  (error: unknown): never => {
    throw after && databaseError(error)?.code?.startsWith(dataExceptions) ? refused() : error;
  };
