import { and, eq, isNull } from 'drizzle-orm';
import { contentIsThere } from '#api/contents/rows.ts';
import type { Queryable } from '#api/db/client.ts';
import { contents, lessons, pushAndListenItems as items, textbooks } from '#api/db/schema.ts';
import { invalid, notFound } from '#api/http/problems.ts';
import { teachingMedia } from '#api/media/teaching.ts';
import type { Services } from '#api/services.ts';
import type { PushAndListenDetail } from '#schema/rest/push-and-listen.ts';
import type { PushAndListenValues } from '#schema/rules/push-and-listen.ts';
import { itemDetailOf, selectItems } from './rows.ts';

type Item = typeof items.$inferSelect;

export async function itemDetail(services: Services, id: string): Promise<PushAndListenDetail> {
  const [row] = await selectItems(services.db, eq(items.id, id));
  if (!row) throw notFound();
  return itemDetailOf(row, services);
}

/** The items of a content in their order; 404 when there is no such content. */
export async function itemsOf(services: Services, contentId: string): Promise<PushAndListenDetail[]> {
  const [content] = await services.db
    .select({ id: contents.id })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(eq(contents.id, contentId), contentIsThere));
  if (!content) throw notFound();
  const rows = await selectItems(services.db, eq(items.contentId, contentId));
  return rows.map((row) => itemDetailOf(row, services));
}

/** An item that is there, held until the transaction ends; undefined when it is not. */
export async function holdItem(tx: Queryable, id: string): Promise<Item | undefined> {
  const [row] = await tx
    .select({ item: items })
    .from(items)
    .innerJoin(contents, eq(contents.id, items.contentId))
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(eq(items.id, id), isNull(items.deletedAt), contentIsThere))
    .for('update', { of: items });
  return row?.item;
}

/** The columns that a form's values come to, or a 400 for what is no sound for teaching. */
export async function itemColumns(tx: Queryable, { name, audioId, fileName, spot }: PushAndListenValues) {
  const sound = await teachingMedia(tx, audioId, 'audio');
  if (!sound) throw invalid({ audioId: ['messages.soundNotAvailable'] });
  return {
    name,
    audioMediaId: sound.id,
    fileName: fileName ?? sound.fileName,
    spotX: spot?.x ?? null,
    spotY: spot?.y ?? null,
    spotWidth: spot?.width ?? null,
    spotHeight: spot?.height ?? null,
  };
}

/** What the audit log tells of an item. */
export function auditedItem(row: Pick<Item, keyof Awaited<ReturnType<typeof itemColumns>>>) {
  const { name, audioMediaId, fileName, spotX, spotY, spotWidth, spotHeight } = row;
  return { name, audioMediaId, fileName, spotX, spotY, spotWidth, spotHeight };
}
