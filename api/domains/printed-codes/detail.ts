import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { editorColumns, editors } from '#api/domains/audit/versions.ts';
import { changeSincePrint } from '#api/domains/editions/changes.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { currentTarget, planHasStarted } from '#api/ground/db/printed-target.ts';
import { contents, lessons, printedCodeDays, printedCodes, textbooks } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { PrintedCode, PrintedThing } from '#schema/rest/printed-codes.ts';

// Selects from all codes that were printed for the same textbook, unit or content.
const ofSame = <Value>(selected: SQL) => sql<Value>`(
  select ${selected} from ${printedCodes} same where same.entity_id = ${printedCodes.entityId}
)`;

export const otherCodes = ofSame<string[]>(
  sql`coalesce(array_agg(same.code order by same.created_at, same.id) filter (where same.kind = 'form'), '{}')`,
);
const scanCount = ofSame<number>(sql`coalesce(sum(same.uses) filter (where same.kind = 'link'), 0)::int`);
const replacedScanCount = ofSame<number>(sql`sum(same.uses_after_end)::int`);
const typedCount = ofSame<number>(sql`coalesce(sum(same.uses) filter (where same.kind <> 'link'), 0)::int`);

/** The uses of all codes of one textbook, unit or content that meet `condition`, which names them `same`. */
export const usesOf = (condition: SQL) => ({
  useCount: ofSame<number>(sql`sum(same.uses) filter (where ${condition})`),
  /** Uses of the last 30 days. */
  recentUseCount: sql<number>`(
    select coalesce(sum(${printedCodeDays.uses}), 0)::int
    from ${printedCodes} same join ${printedCodeDays} on ${printedCodeDays.printedCodeId} = same.id
    where same.entity_id = ${printedCodes.entityId} and ${condition}
      and ${printedCodeDays.day} > (now() at time zone 'UTC')::date - 30
  )`,
  lastUsedAt: ofSame<string | null>(sql`max(same.last_used_at) filter (where ${condition})`),
});

export const { useCount, recentUseCount, lastUsedAt } = usesOf(sql`true`);

/** Whether a code's original target is deleted: in the trash, also by its unit or textbook, or gone for good. */
export const thingIsDeleted = sql<boolean>`(case ${printedCodes.entity}
  when 'contents' then ${contents.id} is null
  when 'lessons' then ${lessons.id} is null
  else ${textbooks.id} is null end
  or num_nonnulls(${contents.deletedAt}, ${lessons.deletedAt}, ${textbooks.deletedAt}) > 0)`;

export const thingName = sql<string | null>`case ${printedCodes.entity}
  when 'contents' then ${contents.name}
  when 'lessons' then ${lessons.name}
  else ${textbooks.name} end`;

const isPublished = sql<boolean>`(${textbooks.publishedAt} is not null
  and (${printedCodes.entity} = 'textbooks' or ${lessons.publishedAt} is not null)
  and (${printedCodes.entity} <> 'contents' or ${contents.publishedAt} is not null))`;

const columns = {
  id: printedCodes.id,
  code: printedCodes.code,
  otherCodes,
  kind: printedCodes.entity,
  entityId: printedCodes.entityId,
  name: thingName,
  unitNumber: lessons.number,
  pageNumber: contents.pageNumber,
  textBookName: textbooks.name,
  deleted: thingIsDeleted,
  published: isPublished,
  targetId: currentTarget(printedCodes),
  plannedTargetId: printedCodes.plannedTargetId,
  plannedAt: printedCodes.plannedAt,
  plannedDay: printedCodes.plannedDay,
  isPlanned: sql<boolean>`coalesce(${printedCodes.plannedAt} > now(), false)`,
  createdAt: printedCodes.createdAt,
  scanCount,
  replacedScanCount,
  typedCount,
  recentUseCount,
  lastUsedAt,
  retargetedAt: printedCodes.retargetedAt,
  retargetedBy: editorColumns,
  changeSincePrint,
  version: printedCodes.version,
};

/** The tables that `selectPrintedCodes` joins, for statements that read only the codes' places. */
export const printedCodesFrom = sql`${printedCodes}
  left join ${contents} on ${printedCodes.entity} = 'contents' and ${contents.id} = ${printedCodes.entityId}
  left join ${lessons} on ${lessons.id} = case ${printedCodes.entity} when 'contents' then ${contents.lessonId}
    when 'lessons' then ${printedCodes.entityId} end
  left join ${textbooks} on ${textbooks.id} = ${printedCodes.textbookId}`;

/** The printed codes with their original targets, deleted or not: one row for each textbook, unit and content. */
export const selectPrintedCodes = (db: Queryable, condition: SQL | undefined) =>
  db
    .select(columns)
    .from(printedCodes)
    .leftJoin(contents, and(eq(printedCodes.entity, 'contents'), eq(contents.id, printedCodes.entityId)))
    .leftJoin(
      lessons,
      sql`${lessons.id} = case ${printedCodes.entity} when 'contents' then ${contents.lessonId}
        when 'lessons' then ${printedCodes.entityId} end`,
    )
    .leftJoin(textbooks, eq(textbooks.id, printedCodes.textbookId))
    .leftJoin(
      editors,
      sql`${editors.id} = case when ${planHasStarted(printedCodes)} then ${printedCodes.plannedById} else ${printedCodes.retargetedById} end`,
    )
    .where(and(eq(printedCodes.kind, 'code'), condition));

export type PrintedCodeRow = Awaited<ReturnType<typeof selectPrintedCodes>>[number];

/** Rows in the contract's shape, with their new targets. */
export async function printedCodeDetails(db: Queryable, rows: readonly PrintedCodeRow[]): Promise<PrintedCode[]> {
  const targetIds = rows.flatMap(({ targetId, plannedTargetId }) => [targetId ?? [], plannedTargetId ?? []].flat());
  const targets = targetIds.length > 0 ? await selectPrintedCodes(db, inArray(printedCodes.id, targetIds)) : [];
  const things = new Map(targets.map((target) => [target.id, thingOf(target)]));
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    otherCodes: row.otherCodes,
    printedFor: thingOf(row),
    targetId: row.targetId ?? row.id,
    opensInstead: row.targetId === null ? null : (things.get(row.targetId) ?? null),
    opensLater: row.isPlanned ? (things.get(row.plannedTargetId ?? '') ?? thingOf(row)) : null,
    opensLaterFrom: row.isPlanned ? row.plannedDay : null,
    createdAt: row.createdAt.toISOString(),
    scanCount: row.scanCount,
    replacedScanCount: row.replacedScanCount,
    typedCount: row.typedCount,
    recentUseCount: row.recentUseCount,
    lastUsedAt: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
    retargetedAt: (row.plannedAt && !row.isPlanned ? row.plannedAt : row.retargetedAt)?.toISOString() ?? null,
    retargetedBy: row.retargetedBy,
    changeSincePrint: row.changeSincePrint,
    version: row.version,
  }));
}

function thingOf(row: PrintedCodeRow): PrintedThing {
  const { kind, entityId: id, name, unitNumber, pageNumber, textBookName, deleted, published } = row;
  return { kind, id, name, unitNumber, pageNumber, textBookName, deleted, published };
}

/** One printed code by its id; 404 when there is none. */
export async function printedCodeDetail(db: Queryable, id: string): Promise<PrintedCode> {
  const [found] = await printedCodeDetails(db, await selectPrintedCodes(db, eq(printedCodes.id, id)));
  if (!found) throw notFound();
  return found;
}
