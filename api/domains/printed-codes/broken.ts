import { desc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { contents, lessons, printedCodes, textbooks } from '#api/ground/db/schema.ts';
import type { BrokenPrintedCodes } from '#schema/rest/printed-codes.ts';
import { printedCodeDetails, recentUseCount, selectPrintedCodes, useCount } from './detail.ts';

const classesShown = 20;

/** The printed codes that would say that what they open is gone, if these textbooks, units and contents were deleted. */
export async function printedCodesBrokenBy(db: Queryable, ids: readonly string[]): Promise<BrokenPrintedCodes> {
  const broken = brokenBy(ids);
  const [sums] = await db
    .select({
      totalCount: sql<number>`count(*)::int`,
      useCount: sql<number>`coalesce(sum(${useCount}), 0)::int`,
      recentUseCount: sql<number>`coalesce(sum(${recentUseCount}), 0)::int`,
    })
    .from(printedCodes)
    .where(broken);
  const rows = await selectPrintedCodes(db, broken)
    .orderBy(desc(recentUseCount), desc(useCount), printedCodes.createdAt, printedCodes.id)
    .limit(classesShown);
  return {
    items: await printedCodeDetails(db, rows),
    totalCount: sums?.totalCount ?? 0,
    useCount: sums?.useCount ?? 0,
    recentUseCount: sums?.recentUseCount ?? 0,
  };
}

// A code of a draft opens nothing yet; one that was used was printed all the same.
function brokenBy(ids: readonly string[]): SQL {
  const own = sql`(${deletedWith(ids)}) gone
    join ${printedCodes} own on own.entity_id = gone.id and own.kind = 'code'`;
  const counts = (row: SQL) => sql`(gone.published or exists (
    select from ${printedCodes} same where same.entity_id = ${row}.entity_id and same.uses > 0))`;
  return inArray(
    printedCodes.id,
    sql`(select own.id from ${own} where own.target_id is null and ${counts(sql`own`)}
      union all
      select aimed.id from ${own} join ${printedCodes} aimed on aimed.target_id = own.id where ${counts(sql`aimed`)})`,
  );
}

/** The textbooks, units and contents that are deleted with `ids`, and whether students see them now. */
function deletedWith(ids: readonly string[]): SQL {
  const listed = sql`any(${sql.param(ids)}::uuid[])`;
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
