import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { editorColumns, editors } from '#api/domains/audit/versions.ts';
import { contentIsNotDeleted } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { contents, lessons, pushAndListenItems as items, textbooks } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { PushAndListenDetail } from '#schema/rest/push-and-listen.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { pushAndListenFields } from '#schema/rules/push-and-listen.ts';

const siblings = alias(items, 'siblings');

// Counts the items that are not deleted, since positions have gaps where an item was deleted.
const order = sql<number>`(
  select count(*)::int from ${items} siblings
  where ${siblings.contentId} = ${items.contentId} and ${siblings.deletedAt} is null
    and (${siblings.position}, ${siblings.id}) <= (${items.position}, ${items.id})
)`;

/** Items that are not deleted, of contents that are not deleted, in their order. */
const selectItems = (db: Queryable, condition: SQL | undefined) =>
  db
    .select({
      item: items,
      order,
      updatedBy: editorColumns,
    })
    .from(items)
    .innerJoin(contents, eq(contents.id, items.contentId))
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .leftJoin(editors, eq(editors.id, items.updatedById))
    .where(and(isNull(items.deletedAt), contentIsNotDeleted, condition))
    .orderBy(asc(items.position), asc(items.id));

/** One item as staff see it; 404 when the item or its content is deleted. */
export async function itemDetail(services: Uses<'db' | 'links'>, id: string): Promise<PushAndListenDetail> {
  const [row] = await selectItems(services.db, eq(items.id, id));
  if (!row) throw notFound();
  return itemDetailOf(row, services);
}

/** The items of a content in their order; 404 when there is no such content. */
export async function itemsOf(services: Uses<'db' | 'links'>, contentId: string): Promise<PushAndListenDetail[]> {
  const rows = await itemsOfContent(services.db, { contentId });
  if (rows.length === 0) await assertThere(services.db, contentId);
  return rows.map((row) => itemDetailOf(row, services));
}

const itemsOfContent = preparedQuery(['contentId'], (db: Queryable, { contentId }) =>
  selectItems(db, eq(items.contentId, contentId)),
);

async function assertThere(db: Queryable, contentId: string): Promise<void> {
  const [content] = await db
    .select({ id: contents.id })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(eq(contents.id, contentId), contentIsNotDeleted));
  if (!content) throw notFound();
}

type ItemRow = Awaited<ReturnType<typeof selectItems>>[number];

function itemDetailOf({ item, order: place, updatedBy }: ItemRow, { links }: Uses<'links'>): PushAndListenDetail {
  const { id, contentId, fileName, version, audioMediaId: audioId } = item;
  const { spotX: x, spotY: y, spotWidth: width, spotHeight: height } = item;
  return {
    id,
    contentId,
    ...pick(item, pushAndListenFields),
    order: place,
    audioId,
    audioUrl: links.media(audioId, fileName).url,
    fileName,
    spot: x === null || y === null || width === null || height === null ? null : { x, y, width, height },
    version,
    createdAt: item.createdAt.toISOString(),
    updatedAt: item.updatedAt.toISOString(),
    updatedBy,
  };
}
