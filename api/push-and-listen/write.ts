import { eq } from 'drizzle-orm';
import { editedBy } from '#api/audit/edited-by.ts';
import { type Author, recordChange } from '#api/audit/record.ts';
import { assertVersion } from '#api/audit/versions.ts';
import { holdContent } from '#api/contents/store.ts';
import { newId } from '#api/db/ids.ts';
import { nextPosition, reorder } from '#api/db/positions.ts';
import { contents, pushAndListenItems } from '#api/db/schema.ts';
import { invalid, notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { moveToTrash } from '#api/trash/move.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type * as operations from '#schema/rest/push-and-listen.ts';
import { auditedItem, holdItem, itemColumns } from './store.ts';

type NewItem = BodyOf<typeof operations.createPushAndListenItem>;

/** Adds an item at the end of a content's list and tells its id. */
export async function createItem({ db }: Services, author: Author, values: NewItem): Promise<string> {
  const id = newId();
  const { contentId } = values;
  await db.transaction(async (tx) => {
    const content = await holdContent(tx, contentId);
    if (content?.type !== ContentType.PUSH_AND_LISTEN)
      throw invalid({ contentId: ['messages.contentNotPushAndListen'] });
    const columns = await itemColumns(tx, values);
    const position = await nextPosition(tx, 'items', contentId);
    await tx.insert(pushAndListenItems).values({ ...columns, id, contentId, position, updatedById: author.userId });
    const after = { contentId, ...columns };
    await recordChange(tx, author, { action: 'create', entity: 'push_and_listen_items', entityId: id, after });
  });
  return id;
}

interface Update {
  readonly id: string;
  readonly values: BodyOf<typeof operations.updatePushAndListenItem>;
}

/** Replaces an item's fields. */
export async function updateItem({ db }: Services, author: Author, { id, values }: Update): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await holdItem(tx, id);
    if (!row) throw notFound();
    await assertVersion(tx, row, values.version);
    const columns = await itemColumns(tx, values);
    await tx
      .update(pushAndListenItems)
      .set({ ...columns, ...editedBy(row, author) })
      .where(eq(pushAndListenItems.id, id));
    const [before, after] = [auditedItem(row), columns];
    await recordChange(tx, author, { action: 'update', entity: 'push_and_listen_items', entityId: id, before, after });
  });
}

/** Puts a content's items into a new order, which is a change of the content. */
export async function orderItems(
  { db }: Services,
  author: Author,
  { contentId, itemIds, version }: BodyOf<typeof operations.updatePushAndListenItemsOrder>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const content = await holdContent(tx, contentId);
    if (!content) throw notFound();
    await assertVersion(tx, content, version);
    const former = await reorder(tx, 'items', { parentId: content.id, ids: itemIds, field: 'itemIds' });
    await tx.update(contents).set(editedBy(content, author)).where(eq(contents.id, content.id));
    await recordChange(tx, author, {
      action: 'reorder',
      entity: 'contents',
      entityId: content.id,
      before: { itemIds: former },
      after: { itemIds },
    });
  });
}

/** Puts an item into the trash. */
export async function deleteItem({ db }: Services, author: Author, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await holdItem(tx, id);
    if (!row) throw notFound();
    const before = { contentId: row.contentId, ...auditedItem(row) };
    await moveToTrash(tx, 'push_and_listen_items', { id, author, before });
  });
}
