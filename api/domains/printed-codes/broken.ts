import { desc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { idArray } from '#api/ground/db/id-array.ts';
import { currentTarget, planHasStarted } from '#api/ground/db/printed-target.ts';
import { contents, lessons, printedCodes, textbooks } from '#api/ground/db/schema.ts';
import type { BrokenPrintedCodes, PrintedCodeBreak } from '#schema/rest/printed-codes.ts';
import { printedCodeDetails, recentUseCount, selectPrintedCodes, useCount, usesOf } from './detail.ts';

const itemsShown = 20;

/** The printed codes that this change of textbooks, units and contents would break. */
export async function printedCodesBrokenBy(
  db: Queryable,
  ids: readonly string[],
  by: PrintedCodeBreak,
): Promise<BrokenPrintedCodes> {
  const broken = brokenBy(ids, by);
  // A new QR code replaces only the current QR code. Typed codes keep working, and earlier QR codes are replaced
  // already.
  const uses = usesOf(by === 'newQrCode' ? sql`same.kind = 'link' and same.ended_at is null` : sql`true`);
  const [sums] = await db
    .select({
      totalCount: sql<number>`count(*)::int`,
      useCount: sql<number>`coalesce(sum(${uses.useCount}), 0)::int`,
      recentUseCount: sql<number>`coalesce(sum(${uses.recentUseCount}), 0)::int`,
      lastUsedAt: sql<string | null>`max(${uses.lastUsedAt})`,
    })
    .from(printedCodes)
    .where(broken);
  const rows = await selectPrintedCodes(db, broken)
    .orderBy(desc(recentUseCount), desc(useCount), printedCodes.createdAt, printedCodes.id)
    .limit(itemsShown);
  const lastUsedAt = sums?.lastUsedAt ?? null;
  return {
    items: await printedCodeDetails(db, rows),
    totalCount: sums?.totalCount ?? 0,
    useCount: sums?.useCount ?? 0,
    recentUseCount: sums?.recentUseCount ?? 0,
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  };
}

function brokenBy(ids: readonly string[], by: PrintedCodeBreak): SQL {
  const own = sql`(${changedWith(ids)}) changed
    join ${printedCodes} own on own.entity_id = changed.id and own.kind = 'code'`;
  // A draft's code opens nothing, so a deletion breaks it only if the code was used, and therefore printed.
  const used = (row: SQL) => sql`exists (
    select from ${printedCodes} same where same.entity_id = ${row}.entity_id and same.uses > 0)`;
  if (by === 'newQrCode')
    return inArray(
      printedCodes.id,
      sql`(select own.id from ${own} where changed.id = any(${idArray(ids)})
        and (changed.published or ${currentTarget(sql`own`)} is not null or ${used(sql`own`)}))`,
    );
  const counts = (row: SQL) => (by === 'draft' ? sql`changed.published` : sql`(changed.published or ${used(row)})`);
  return inArray(
    printedCodes.id,
    sql`(select own.id from ${own} where ${currentTarget(sql`own`)} is null and ${counts(sql`own`)}
      union all
      select distinct aimed.id from ${own} join ${printedCodes} aimed
        on (aimed.target_id = own.id and not ${planHasStarted(sql`aimed`)}) or aimed.planned_target_id = own.id
      where ${counts(sql`aimed`)})`,
  );
}

/** The textbooks, units and contents of `ids` with all their parts, and whether students see them now. */
function changedWith(ids: readonly string[]): SQL {
  const listed = sql`any(${idArray(ids)})`;
  const inBooks = sql`${lessons} join ${textbooks} on ${textbooks.id} = ${lessons.textbookId}
    and num_nonnulls(${lessons.deletedAt}, ${textbooks.deletedAt}) = 0`;
  return sql`
    select ${textbooks.id}, ${textbooks.publishedAt} is not null as published from ${textbooks}
    where ${textbooks.id} = ${listed} and ${textbooks.deletedAt} is null
    union all
    select ${lessons.id}, num_nulls(${lessons.publishedAt}, ${textbooks.publishedAt}) = 0 from ${inBooks}
    where ${lessons.id} = ${listed} or ${textbooks.id} = ${listed}
    union all
    select ${contents.id}, num_nulls(${contents.publishedAt}, ${lessons.publishedAt}, ${textbooks.publishedAt}) = 0
    from ${contents} join (${inBooks}) on ${lessons.id} = ${contents.lessonId} and ${contents.deletedAt} is null
    where ${contents.id} = ${listed} or ${lessons.id} = ${listed} or ${textbooks.id} = ${listed}`;
}
