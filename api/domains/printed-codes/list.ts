import { and, count, eq, inArray, isNotNull, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { changeSincePrint } from '#api/domains/editions/changes.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { connectionPage, keysetPage } from '#api/ground/db/keyset-page.ts';
import { inOrder } from '#api/ground/db/list-plan.ts';
import { orderKeys, orderOf, type SortKey } from '#api/ground/db/order.ts';
import { preparedPages } from '#api/ground/db/prepared-pages.ts';
import { currentTarget } from '#api/ground/db/printed-target.ts';
import { contents, lessons, printedCodes, textbooks } from '#api/ground/db/schema.ts';
import { normalForm } from '#api/ground/db/schema/columns.ts';
import { holdsWords } from '#api/ground/db/search.ts';
import { totalOf } from '#api/ground/db/total-of.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ConnectionPage } from '#schema/rest/paging.ts';
import type {
  PrintedCode,
  printedCodes as listPrintedCodes,
  PrintedCodeSortField,
} from '#schema/rest/printed-codes.ts';
import {
  lastUsedAt,
  otherCodes,
  printedCodeDetails,
  printedCodesFrom,
  selectPrintedCodes,
  thingIsDeleted,
  thingName,
  useCount,
} from './detail.ts';

// The textbook comes first, then each unit before its contents. Permanently deleted rows come last.
const place = [
  sql`${printedCodes.entity} <> 'textbooks'`,
  sql`coalesce(${lessons.position}, 2147483647)`,
  lessons.id,
  sql`${printedCodes.entity} <> 'lessons'`,
  contents.position,
  printedCodes.id,
];

const sortKeys: Record<PrintedCodeSortField, SortKey> = {
  place: { by: place, nullable: true },
  useCount: { by: [useCount] },
  lastUsedAt: { by: [lastUsedAt], nullsLast: true },
};

type Query = QueryOf<typeof listPrintedCodes> & { readonly textBookId: string };

const ofBook = (textBookId: string | Placeholder): SQL | undefined =>
  and(eq(printedCodes.textbookId, textBookId), isNull(textbooks.deletedAt));

const pages = preparedPages(['textBookId'], (db, { textBookId, limit, offset }, order) =>
  selectPrintedCodes(db, ofBook(textBookId))
    .orderBy(...order)
    .limit(limit)
    .offset(offset),
);

async function assertBook(db: Queryable, id: string): Promise<void> {
  const count = await db.$count(textbooks, and(eq(textbooks.id, id), isNull(textbooks.deletedAt)));
  if (count === 0) throw notFound();
}

/** A page of the printed codes of a textbook and its parts, in the book's order by default; 404 without the book. */
export async function printedCodePage(db: Queryable, query: Query): Promise<ConnectionPage<PrintedCode>> {
  const { textBookId, SortCriteria, PageNumber, PageSize } = query;
  const filter = and(...conditionsOf(query));
  const condition = and(ofBook(textBookId), filter);
  const isByPlace = SortCriteria.some(({ field }) => field === 'place');
  const criteria = isByPlace ? SortCriteria : [...SortCriteria, { field: 'place', direction: 'asc' } as const];
  const countAll = async () => {
    const [total] = await db.select({ count: count() }).from(selectPrintedCodes(db, condition).as('found'));
    return total?.count ?? 0;
  };
  if (query.After !== undefined) {
    await assertBook(db, textBookId);
    const page = await keysetPage(db, {
      ...{ name: 'printedCodes', query, from: printedCodesFrom, id: printedCodes.id },
      condition: and(eq(printedCodes.kind, 'code'), condition),
      order: orderKeys(criteria, sortKeys, []),
    });
    const rows = inOrder(page.ids, await selectPrintedCodes(db, inArray(printedCodes.id, [...page.ids])));
    const items = await printedCodeDetails(db, rows);
    return connectionPage(query, page, { items, totalCount: await countAll() });
  }
  const order = orderOf(criteria, sortKeys, []);
  const rows = filter
    ? await selectPrintedCodes(db, condition)
        .orderBy(...order)
        .limit(PageSize)
        .offset((PageNumber - 1) * PageSize)
    : await pages(db, { PageNumber, PageSize, criteria, order }, { textBookId });
  if (rows.length === 0) await assertBook(db, textBookId);
  return {
    items: await printedCodeDetails(db, rows),
    pageNumber: PageNumber,
    pageSize: PageSize,
    totalCount: await totalOf({ PageNumber, PageSize }, rows, countAll),
  };
}

function conditionsOf({ SearchText, State }: Query): (SQL | undefined)[] {
  const searched = normalForm(
    sql`concat_ws(' ', ${thingName}, ${printedCodes.code}, array_to_string(${otherCodes}, ' '))`,
  );
  return [
    holdsWords(searched, SearchText),
    State === 'deleted' ? thingIsDeleted : undefined,
    State === 'changed' ? isNotNull(changeSincePrint) : undefined,
    State === 'planned' ? sql`${printedCodes.plannedAt} > now()` : undefined,
    State === 'retargeted' ? isNotNull(currentTarget(printedCodes)) : undefined,
  ];
}
