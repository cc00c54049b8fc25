import { eq } from 'drizzle-orm';
import { editedBy } from '#api/audit/edited-by.ts';
import { type Author, recordChange } from '#api/audit/record.ts';
import { assertVersion } from '#api/audit/versions.ts';
import { newHashCode, newId } from '#api/db/ids.ts';
import { nextPosition, reorder } from '#api/db/positions.ts';
import { contents, lessons } from '#api/db/schema.ts';
import { invalid, notFound } from '#api/http/problems.ts';
import { holdLesson } from '#api/lessons/staff-store.ts';
import type { Services } from '#api/services.ts';
import { moveToTrash } from '#api/trash/move.ts';
import type { createContent as create, updateContent as update, updateContentsOrder } from '#schema/rest/contents.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { auditedContent, contentColumns, contentSearchText, holdContent } from './store.ts';

/** Creates a content at the end of its unit and tells its id. */
export async function createContent({ db }: Services, author: Author, values: BodyOf<typeof create>): Promise<string> {
  const id = newId();
  const { lessonId } = values;
  await db.transaction(async (tx) => {
    if (!(await holdLesson(tx, lessonId))) throw invalid({ lessonId: ['messages.lessonNotAvailable'] });
    const columns = await contentColumns(tx, values, values.published === false ? null : new Date());
    await tx.insert(contents).values({
      ...columns,
      id,
      lessonId,
      hashCode: newHashCode(),
      position: await nextPosition(tx, 'contents', lessonId),
      searchText: contentSearchText(values),
      updatedById: author.userId,
    });
    const after = { lessonId, ...columns };
    await recordChange(tx, author, { action: 'create', entity: 'contents', entityId: id, after });
  });
  return id;
}

interface Update {
  readonly id: string;
  readonly values: BodyOf<typeof update>;
}

/** Replaces a content's fields. */
export async function updateContent({ db }: Services, author: Author, { id, values }: Update): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await holdContent(tx, id);
    if (!row) throw notFound();
    await assertVersion(tx, row, values.version);
    const published = values.published ?? row.publishedAt !== null;
    const columns = await contentColumns(tx, values, published ? (row.publishedAt ?? new Date()) : null);
    await tx
      .update(contents)
      .set({ ...columns, searchText: contentSearchText(values), ...editedBy(row, author) })
      .where(eq(contents.id, id));
    const before = auditedContent(row);
    await recordChange(tx, author, { action: 'update', entity: 'contents', entityId: id, before, after: columns });
  });
}

/** Puts a unit's contents into a new order, which is a change of the unit. */
export async function orderContents(
  { db }: Services,
  author: Author,
  { lessonId, contentIds, version }: BodyOf<typeof updateContentsOrder>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const lesson = await holdLesson(tx, lessonId);
    if (!lesson) throw notFound();
    await assertVersion(tx, lesson, version);
    const former = await reorder(tx, 'contents', { parentId: lesson.id, ids: contentIds, field: 'contentIds' });
    await tx.update(lessons).set(editedBy(lesson, author)).where(eq(lessons.id, lesson.id));
    await recordChange(tx, author, {
      action: 'reorder',
      entity: 'lessons',
      entityId: lesson.id,
      before: { contentIds: former },
      after: { contentIds },
    });
  });
}

/** Puts a content into the trash. */
export async function deleteContent({ db }: Services, author: Author, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await holdContent(tx, id);
    if (!row) throw notFound();
    const before = { lessonId: row.lessonId, ...auditedContent(row) };
    await moveToTrash(tx, 'contents', { id, author, before });
  });
}
