import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { editorColumns, editors } from '#api/audit/editors.ts';
import { contentIsThere } from '#api/contents/rows.ts';
import type { Queryable } from '#api/db/client.ts';
import { contents, lessons, pushAndListenItems as items, textbooks } from '#api/db/schema.ts';
import type { Services } from '#api/services.ts';
import type { PushAndListenDetail } from '#schema/rest/push-and-listen.ts';

const siblings = alias(items, 'siblings');

// Counted from what is there, so that no gap of a deleted item shows.
const order = sql<number>`(
  select count(*)::int from ${items} siblings
  where ${siblings.contentId} = ${items.contentId} and ${siblings.deletedAt} is null
    and (${siblings.position}, ${siblings.id}) <= (${items.position}, ${items.id})
)`;

/** The items that are there while their content is, in their order. */
export const selectItems = (db: Queryable, condition: SQL | undefined) =>
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
    .where(and(isNull(items.deletedAt), contentIsThere, condition))
    .orderBy(asc(items.position), asc(items.id));

type ItemRow = Awaited<ReturnType<typeof selectItems>>[number];

export function itemDetailOf({ item, order: place, updatedBy }: ItemRow, { links }: Services): PushAndListenDetail {
  const { id, name, contentId, fileName, version, audioMediaId: audioId } = item;
  const { spotX: x, spotY: y, spotWidth: width, spotHeight: height } = item;
  return {
    id,
    contentId,
    name,
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
