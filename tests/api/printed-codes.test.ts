import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newHashCode, newId } from '#api/ground/db/ids.ts';
import { contents, lessons, printedCodes, textbooks } from '#api/ground/db/schema.ts';
import { deleteContent, updateContent, updateContentsOrder } from '#schema/rest/contents.ts';
import { deleteLesson } from '#schema/rest/lessons.ts';
import { countCodeUse, typedCode } from '#schema/rest/qr-codes.ts';
import {
  studentContentByCode,
  studentLessonName,
  studentTextBookByCode,
  textBookHashCode,
} from '#schema/rest/students.ts';
import { createTextBook, deleteTextBook, updateTextBook } from '#schema/rest/textbooks.ts';
import { restoreFromTrash } from '#schema/rest/trash.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeWriter, type Writer } from './book-writer.ts';
import { send } from './school.ts';

const world = keptApi();
let writer: Writer;
beforeAll(async () => {
  writer = await makeWriter(world);
});

const typed = (code: string) => send(world, typedCode, { query: { code } });
const opened = async (code: string) => (await answerOf(typedCode, typed(code))).contentHashCode;
const scanned = (hashCode: string) => send(world, studentContentByCode, { query: { hashCode } });

const restore = (kind: string, id: string) => writer.call(restoreFromTrash, { params: { kind, id } }).expect(204);

/** A book with one unit and contents on these pages. */
async function madeBook(shortCode: string, pages: readonly number[]) {
  const book = await writer.book({ shortCode });
  const unit = await writer.lesson(book.id);
  const made = [];
  for (const pageNumber of pages) made.push(await writer.content(unit.id, { pageNumber }));
  return { book, unit, pages: made };
}

async function permanentCode(id: string): Promise<string> {
  const rows = await world.services.db
    .select({ code: printedCodes.code })
    .from(printedCodes)
    .where(and(eq(printedCodes.entityId, id), eq(printedCodes.kind, 'code')));
  expect(rows).toHaveLength(1);
  return rows[0]?.code ?? '';
}

describe('a printed code', () => {
  test('of a new book, unit and content is made with it, and opens it in capitals or not', async () => {
    const { book, unit, pages } = await madeBook('PRT-1', [5]);
    const [page] = pages;
    const all = { textBookHashCode: book.hashCode, lessonHashCode: null, contentHashCode: null, classHashCode: null };
    expect(await answerOf(typedCode, typed((await permanentCode(book.id)).toLowerCase()))).toEqual(all);
    expect(await answerOf(typedCode, typed(await permanentCode(unit.id)))).toEqual({
      ...all,
      lessonHashCode: unit.hashCode,
    });
    const code = await permanentCode(page?.id ?? '');
    expect(await opened(` ${code.slice(0, 3)}-${code.slice(3)} `)).toBe(page?.hashCode);
  });

  test('opens what it was printed for after a new order, a new page number and a new short code', async () => {
    const { book, unit, pages } = await madeBook('PRT-2', [5, 5, 6]);
    const [first, second, third] = pages;
    if (!first || !second || !third) throw new Error('no pages');
    const code = await permanentCode(first.id);
    const forms = { 'PRT-2-P5': first, 'prt2 p5 2': second, 'PRT-2-P6': third };
    const all = async () => {
      for (const [form, page] of Object.entries(forms)) expect(await opened(form), form).toBe(page.hashCode);
      expect(await opened(code)).toBe(first.hashCode);
    };
    await all();

    const order = { lessonId: unit.id, contentIds: [third.id, second.id, first.id], version: unit.version };
    await answerOf(updateContentsOrder, writer.call(updateContentsOrder, { body: order }));
    await all();

    const renumbered = { ...writer.values.content({ pageNumber: 6 }), version: first.version };
    await answerOf(updateContent, writer.call(updateContent, { params: { id: first.id }, body: renumbered }));
    await all();
    expect(await opened('PRT-2-P6-2')).toBe(first.hashCode);
    const taker = await writer.content(unit.id, { pageNumber: 5 });
    await all();
    expect(await opened('PRT-2-P5-3')).toBe(taker.hashCode);

    const renamed = { ...writer.values.book({ shortCode: 'PRT-2b' }), version: book.version };
    await answerOf(updateTextBook, writer.call(updateTextBook, { params: { Id: book.id }, body: renamed }));
    await all();
    expect(await opened('PRT-2B-P5')).toBe(second.hashCode);
    const byShortCode = send(world, textBookHashCode, { query: { shortCode: 'prt-2' } });
    expect(await answerOf(textBookHashCode, byShortCode)).toEqual({ hashCode: book.hashCode });
  });

  test('of a book that was renamed cannot become the short code of another, until that book is deleted', async () => {
    const { book, pages } = await madeBook('PRT-3', [5]);
    const renamed = { ...writer.values.book({ name: 'Old', shortCode: 'PRT-3b' }), version: book.version };
    await answerOf(updateTextBook, writer.call(updateTextBook, { params: { Id: book.id }, body: renamed }));
    const other = () => writer.call(createTextBook, { body: writer.values.book({ shortCode: 'prt3' }) });
    expect(await problemOf(other(), 409)).toMatchObject({
      messageKey: 'messages.shortCodePrinted',
      messageValues: { name: 'Old' },
      errors: { shortCode: ['messages.shortCodePrinted'] },
    });

    await writer.call(deleteTextBook, { params: { Id: book.id } }).expect(204);
    const { id, hashCode } = await answerOf(createTextBook, other());
    expect((await answerOf(typedCode, typed('PRT-3'))).textBookHashCode).toBe(hashCode);
    const unit = await writer.lesson(id);
    await writer.content(unit.id, { pageNumber: 5 });
    expect(await problemOf(typed('PRT-3-P5'), 404)).toMatchObject({ messageKey: 'messages.printedCodeDeleted' });

    await restore('textbooks', book.id);
    expect(await opened('PRT-3-P5')).toBe(pages[0]?.hashCode);
  });

  test('of something deleted says so, for good, and opens it again when it is restored', async () => {
    const { book, unit, pages } = await madeBook('PRT-4', [5]);
    const [page] = pages;
    if (!page) throw new Error('no page');
    const { db } = world.services;
    const gone = { messageKey: 'messages.printedCodeDeleted' };
    const saysSo = async () => {
      expect(await problemOf(typed('PRT-4-P5'), 404)).toMatchObject(gone);
      expect(await problemOf(scanned(page.hashCode), 404)).toMatchObject(gone);
    };

    await writer.call(deleteContent, { params: { id: page.id } }).expect(204);
    await saysSo();
    await restore('contents', page.id);
    expect(await opened('PRT-4-P5')).toBe(page.hashCode);

    await writer.call(deleteLesson, { params: { id: unit.id } }).expect(204);
    await saysSo();
    const { hashCode } = unit;
    expect(await problemOf(send(world, studentLessonName, { query: { hashCode } }), 404)).toMatchObject(gone);

    await db.delete(contents).where(eq(contents.id, page.id));
    await db.delete(lessons).where(eq(lessons.id, unit.id));
    await saysSo();
    await db.update(textbooks).set({ deletedAt: new Date() }).where(eq(textbooks.id, book.id));
    const ofBook = send(world, studentTextBookByCode, { query: { hashCode: book.hashCode } });
    expect(await problemOf(ofBook, 404)).toMatchObject(gone);
    expect(await problemOf(typed('PRT-4'), 404)).toMatchObject(gone);
  });

  test('is made once: a failed write leaves none', async () => {
    const { book } = await madeBook('PRT-5', []);
    const count = () => world.services.db.$count(printedCodes);
    const before = await count();
    await problemOf(writer.call(createTextBook, { body: writer.values.book({ shortCode: book.shortCode }) }), 409);
    expect(await count()).toBe(before);
  });
});

describe('the uses of a printed code', () => {
  const usesOf = async (id: string) => {
    const rows = await world.services.db.select().from(printedCodes).where(eq(printedCodes.entityId, id));
    return Object.fromEntries(rows.map(({ kind, uses, lastUsedAt }) => [kind, [uses, lastUsedAt !== null]]));
  };

  test('are counted when it is typed or scanned, of something deleted too', async () => {
    const { pages } = await madeBook('PRT-6', [5]);
    const { id = '', hashCode = '' } = pages[0] ?? {};
    await typed('PRT-6-P5').expect(200);
    await typed('PRT-6-P5').expect(200);
    await send(world, countCodeUse, { body: { hashCode } }).expect(204);
    expect(await usesOf(id)).toEqual({ form: [2, true], link: [1, true], code: [0, false] });
    await writer.call(deleteContent, { params: { id } }).expect(204);
    await problemOf(typed(await permanentCode(id)), 404);
    await send(world, countCodeUse, { body: { hashCode } }).expect(204);
    expect(await usesOf(id)).toEqual({ form: [2, true], link: [2, true], code: [1, true] });
  });

  test('of a code that never was are not', async () => {
    await problemOf(send(world, countCodeUse, { body: { hashCode: newHashCode() } }), 404);
    await problemOf(send(world, countCodeUse, { body: { hashCode: `${newId()}:` } }), 400);
  });
});
