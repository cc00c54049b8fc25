import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { orderOf, type SortKey } from '#api/db/order.ts';
import { holdsWords } from '#api/db/search.ts';
import { classes, textbooks } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import type { Services } from '#api/services.ts';
import type { ClassDetail, ClassSortField, classes as listClasses } from '#schema/rest/classes.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import { classDetails } from './details.ts';
import { mainTeachers, selectClasses } from './rows.ts';
import { taughtBy, visibleTo } from './scope.ts';

type ListQuery = QueryOf<typeof listClasses>;

// The expressions that the indexes of the table are made of.
const sortKeys: Record<ClassSortField, SortKey> = {
  className: { by: [sql`lower(${classes.className})`] },
  classCode: { by: [classes.classCode] },
  textBook: { by: [sql`lower(${textbooks.name})`] },
  startDate: { by: [classes.startDate] },
  endDate: { by: [classes.endDate] },
  status: { by: [classes.status] },
  mainTeacher: { by: [sql`lower(${mainTeachers.lastName})`, sql`lower(${mainTeachers.firstName})`], nullsLast: true },
  createdAt: { by: [classes.createdAt] },
};

/** A page of the classes the caller may see; the newest first unless sorted. */
export async function classPage(services: Services, caller: StaffCaller, query: ListQuery): Promise<Page<ClassDetail>> {
  const { db } = services;
  const { PageNumber, PageSize, SortCriteria } = query;
  const condition = and(visibleTo(caller), filter(query));
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'createdAt', direction: 'desc' } as const];
  const [total] = await db.select({ count: count() }).from(classes).where(condition);
  const rows = await selectClasses(db)
    .where(condition)
    .orderBy(...orderOf(criteria, sortKeys, [classes.id]))
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  return {
    items: await classDetails(services, rows),
    pageNumber: PageNumber,
    pageSize: PageSize,
    totalCount: total?.count ?? 0,
  };
}

function filter({ ClassStatus, TeacherId, TextBookId, SearchText }: ListQuery): SQL | undefined {
  return and(
    ClassStatus.length > 0 ? inArray(classes.status, ClassStatus) : undefined,
    TeacherId === undefined ? undefined : taughtBy(TeacherId),
    TextBookId === undefined ? undefined : eq(classes.textbookId, TextBookId),
    holdsWords(classes.searchText, SearchText),
  );
}
