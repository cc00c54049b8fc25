import { and, eq, isNull } from 'drizzle-orm';
import { lockContent } from '#api/domains/contents/write.ts';
import { teachingMedia } from '#api/domains/media/scope.ts';
import { createOrderedStore } from '#api/domains/textbooks/ordered-store.ts';
import { contentIsNotDeleted } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { contents, lessons, pushAndListenItems as items, textbooks } from '#api/ground/db/schema.ts';
import { invalid } from '#api/ground/http/problems.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { namesOf, pick } from '#schema/rules/plain-fields.ts';
import { pushAndListenFields, type PushAndListenValues } from '#schema/rules/push-and-listen.ts';

type Item = typeof items.$inferSelect;

const fields = [
  ...namesOf(pushAndListenFields),
  ...(['audioMediaId', 'fileName', 'spotX', 'spotY', 'spotWidth', 'spotHeight'] as const),
] as const;

/** Writes the items of Push and Listen contents. */
export const itemStore = createOrderedStore<Item, (typeof fields)[number], PushAndListenValues>({
  entity: 'push_and_listen_items',
  table: items,
  parentColumn: items.contentId,
  parentKey: 'contentId',
  parent: { entity: 'contents', table: contents, lock: lockContent },
  async lockParentForNew(tx, contentId) {
    const content = await lockContent(tx, contentId);
    if (content?.type !== ContentType.PUSH_AND_LISTEN)
      throw invalid({ contentId: ['messages.contentNotPushAndListen'] });
  },
  lock: lockItem,
  fields,
  async fieldsOf(tx, values) {
    const { audioId, fileName, spot } = values;
    const sound = await teachingMedia(tx, audioId, 'audio');
    if (!sound) throw invalid({ audioId: ['messages.soundNotAvailable'] });
    return {
      ...pick(values, pushAndListenFields),
      audioMediaId: sound.id,
      fileName: fileName ?? sound.fileName,
      spotX: spot?.x ?? null,
      spotY: spot?.y ?? null,
      spotWidth: spot?.width ?? null,
      spotHeight: spot?.height ?? null,
    };
  },
  orderKey: 'itemIds',
});

/** Locks an item until the transaction ends; undefined when the item or its content is deleted. */
async function lockItem(tx: Queryable, id: string): Promise<Item | undefined> {
  const [row] = await tx
    .select({ item: items })
    .from(items)
    .innerJoin(contents, eq(contents.id, items.contentId))
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(eq(items.id, id), isNull(items.deletedAt), contentIsNotDeleted))
    .for('update', { of: items });
  return row?.item;
}
