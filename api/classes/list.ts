import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
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
type Criteria = ListQuery['SortCriteria'];

// The expressions that the indexes of the table are made of.
const sortExpressions: Record<ClassSortField, readonly SQL[]> = {
  className: [sql`lower(${classes.className})`],
  classCode: [sql`${classes.classCode}`],
  textBook: [sql`lower(${textbooks.name})`],
  startDate: [sql`${classes.startDate}`],
  endDate: [sql`${classes.endDate}`],
  status: [sql`${classes.status}`],
  mainTeacher: [sql`lower(${mainTeachers.lastName})`, sql`lower(${mainTeachers.firstName})`],
  createdAt: [sql`${classes.createdAt}`],
};

/** A page of the classes the caller may see; the newest first unless sorted. */
export async function classPage(services: Services, caller: StaffCaller, query: ListQuery): Promise<Page<ClassDetail>> {
  const { db } = services;
  const { PageNumber, PageSize } = query;
  const condition = and(visibleTo(caller), filter(query));
  const [total] = await db.select({ count: count() }).from(classes).where(condition);
  const rows = await selectClasses(db)
    .where(condition)
    .orderBy(...order(query.SortCriteria))
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

function order(criteria: Criteria): SQL[] {
  const wanted: Criteria = criteria.length > 0 ? criteria : [{ field: 'createdAt', direction: 'desc' }];
  const keys = wanted.flatMap(({ field, direction }) => {
    const directed = direction === 'desc' ? desc : asc;
    // A class without a teacher stands last either way.
    if (field === 'mainTeacher') return sortExpressions[field].map((key) => sql`${directed(key)} nulls last`);
    return sortExpressions[field].map((key) => directed(key));
  });
  // Equal rows keep their order from page to page; in the first key's direction one index serves both.
  return [...keys, wanted[0]?.direction === 'desc' ? desc(classes.id) : asc(classes.id)];
}
