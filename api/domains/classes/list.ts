import { and, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { forEachRole, ownClasses, taughtBy } from '#api/domains/schools/scope.ts';
import { changedRows } from '#api/ground/db/changes.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { firstPages } from '#api/ground/db/first-page.ts';
import { countUpTo } from '#api/ground/db/bounded-total.ts';
import { connectionPage, keysetPage } from '#api/ground/db/keyset-page.ts';
import { counted, inOrder, listPage } from '#api/ground/db/list-plan.ts';
import { orderKeys, type SortKey } from '#api/ground/db/order.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes } from '#api/ground/db/schema.ts';
import { holdsWords, searchedBy } from '#api/ground/db/search.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Changes } from '#schema/rest/changes.ts';
import type { classChanges, ClassDetail, ClassSortField, classes as listClasses } from '#schema/rest/classes.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ConnectionPage } from '#schema/rest/paging.ts';
import { classDetails, classRows, selectClasses, selectClassesOf } from './detail.ts';
import { visibleTo } from './scope.ts';

type ListQuery = QueryOf<typeof listClasses>;

// The same expressions as in the table's indexes.
const sortKeys: Record<ClassSortField, SortKey> = {
  className: { by: [sql`lower(${classes.className})`] },
  classCode: { by: [classes.classCode] },
  textBook: { by: [classes.textbookSort] },
  startDate: { by: [classes.startDate] },
  endDate: { by: [classes.endDate] },
  status: { by: [classes.status] },
  mainTeacher: { by: [classes.teacherSort], nullsLast: true },
  createdAt: { by: [classes.createdAt] },
};

const textFields: readonly ClassSortField[] = ['className', 'classCode', 'textBook', 'mainTeacher'];
const isSortedByText = ([first]: readonly { readonly field: ClassSortField }[]): boolean =>
  first !== undefined && textFields.includes(first.field);

/** A page of the classes that the caller may see; the newest first by default. */
export async function classPage(
  services: Uses<'db' | 'settings' | 'links'>,
  caller: StaffCaller,
  query: ListQuery,
): Promise<ConnectionPage<ClassDetail>> {
  const { db } = services;
  const { PageNumber, PageSize, SortCriteria, SearchText, ExternalIds, ClassCodes } = query;
  const filter = matchesFilter(query);
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'createdAt', direction: 'desc' } as const];
  const condition = and(visibleTo(caller), filter);
  const order = orderKeys(criteria, sortKeys, [classes.id]);
  const detailsOf = async (ids: readonly string[]) =>
    classDetails(services, inOrder(ids, await classRows(db, { ids })));
  if (query.After !== undefined) {
    const list = { from: sql`${classes}`, condition };
    const page = await keysetPage(db, { ...list, name: 'classes', query, id: classes.id, order });
    const total = await countUpTo(db, { ...list, most: counted[SearchText ? 'searched' : 'all'] });
    return connectionPage(query, page, { items: await detailsOf(page.ids), ...total });
  }
  const list = { id: classes.id, condition, order, PageNumber, PageSize };
  const narrowed = filter !== undefined || ownClasses(caller) !== undefined;
  if (!narrowed && PageNumber === 1) {
    const { rows, ...total } = await firstClasses(db, { ...list, orderedAs: JSON.stringify(criteria) });
    return { items: classDetails(services, rows), pageNumber: PageNumber, pageSize: PageSize, ...total };
  }
  const { ids, ...total } = await listPage(db, {
    ...list,
    narrowed,
    expected: ExternalIds.length + ClassCodes.length > 0 ? 'few' : undefined,
    searched: searchedBy(classes.searchText, SearchText, isSortedByText(criteria)),
  });
  return { items: await detailsOf(ids), pageNumber: PageNumber, pageSize: PageSize, ...total };
}

const firstClasses = firstPages((db, { ids, order }) => selectClassesOf(db, ids).orderBy(order));

const visibleRows = forEachRole((kind) =>
  preparedQuery(['ids', 'userId'], (db: Queryable, { ids, userId }) =>
    selectClasses(db).where(and(visibleTo({ kind, userId }), sql`${classes.id} = any(${ids})`)),
  ),
);

/** Classes by their ids, in the order asked; without those that the caller does not see. */
export async function classesById(
  services: Uses<'db' | 'settings' | 'links'>,
  caller: StaffCaller,
  asked: readonly string[],
): Promise<ClassDetail[]> {
  const ids = asked.map((id) => id.toLowerCase());
  const rows = await visibleRows[caller.kind](services.db, { ids, userId: caller.userId });
  return classDetails(services, inOrder(ids, rows));
}

/** The classes that the caller may see, by their last change. */
export async function changedClasses(
  services: Uses<'db' | 'settings' | 'links'>,
  caller: StaffCaller,
  query: QueryOf<typeof classChanges>,
): Promise<Changes<ClassDetail>> {
  const { ids, ...feed } = await changedRows(services.db, { kind: 'class', among: ownClasses(caller), query });
  const rows = await classRows(services.db, { ids });
  return { items: classDetails(services, inOrder(ids, rows)), ...feed };
}

function matchesFilter(query: ListQuery): SQL | undefined {
  const { ClassStatus, TeacherId, TextBookId, SchoolId, SchoolYear, SearchText, ExternalIds, ClassCodes } = query;
  return and(
    ClassStatus.length > 0 ? inArray(classes.status, ClassStatus) : undefined,
    TeacherId === undefined ? undefined : taughtBy(TeacherId),
    TextBookId === undefined ? undefined : eq(classes.textbookId, TextBookId),
    SchoolId === undefined ? undefined : eq(classes.schoolId, SchoolId),
    SchoolYear === undefined ? undefined : runsIn(SchoolYear),
    holdsWords(classes.searchText, SearchText),
    ExternalIds.length > 0 ? inArray(classes.externalId, ExternalIds) : undefined,
    ClassCodes.length > 0
      ? inArray(
          classes.classCode,
          ClassCodes.map((code) => code.toUpperCase()),
        )
      : undefined,
    query.UpdatedSince === undefined ? undefined : gte(classes.updatedAt, new Date(query.UpdatedSince)),
  );
}

const runsIn = (year: number): SQL | undefined =>
  and(lte(classes.startDate, `${year + 1}-03-31`), gte(classes.endDate, `${year}-04-01`));
