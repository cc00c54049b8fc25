import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { inOrder, listPage } from '#api/db/list-page.ts';
import { orderKeys, type SortKey } from '#api/db/order.ts';
import { auditLog } from '#api/db/schema.ts';
import { holdsPieces, holdsWords } from '#api/db/search.ts';
import { beginningOf } from '#api/school-day.ts';
import type { Services } from '#api/services.ts';
import type { AuditEntry, auditEntries, auditSortFields } from '#schema/rest/audit.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import { entriesOf } from './entries.ts';

type ListQuery = QueryOf<typeof auditEntries>;

const sortKeys: Record<(typeof auditSortFields)[number], SortKey> = { at: { by: [auditLog.at] } };

/** A page of what staff changed; the newest first unless sorted. */
export async function auditPage({ db, settings }: Services, query: ListQuery): Promise<Page<AuditEntry>> {
  const { PageNumber, PageSize, SortCriteria, SearchText } = query;
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'at', direction: 'desc' } as const];
  const [period, equals, words] = [
    during(query, settings.timeZone),
    equalTo(query),
    holdsWords(auditLog.searchText, SearchText),
  ];
  const { ids, ...total } = await listPage(db, {
    id: auditLog.id,
    condition: and(period, ...equals, words),
    // A period is a range of the order itself.
    there: period ?? sql`true`,
    // One filter has an index in the order of the list; of more, each may hold many rows and together they hold few.
    narrowed: words !== undefined || equals.length > 1,
    searched: SearchText ? { pieces: holdsPieces(auditLog.searchText, SearchText), byWords: false } : undefined,
    order: orderKeys(criteria, sortKeys, [auditLog.id]),
    PageNumber,
    PageSize,
  });
  const rows = await db.select().from(auditLog).where(inArray(auditLog.id, ids));
  const items = await entriesOf(db, inOrder(ids, rows));
  return { items, pageNumber: PageNumber, pageSize: PageSize, ...total };
}

const during = ({ From, To }: ListQuery, timeZone: string): SQL | undefined =>
  and(
    From === undefined ? undefined : gte(auditLog.at, beginningOf(From, timeZone)),
    To === undefined ? undefined : lt(auditLog.at, beginningOf(To, timeZone)),
  );

const equalTo = ({ ActorId, Entity, EntityId, Action }: ListQuery): SQL[] => [
  ...(ActorId === undefined ? [] : [eq(auditLog.actorId, ActorId)]),
  ...(Entity === undefined ? [] : [eq(auditLog.entity, Entity)]),
  ...(EntityId === undefined ? [] : [eq(auditLog.entityId, EntityId)]),
  ...(Action === undefined ? [] : [eq(auditLog.action, Action)]),
];
