import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { contents } from '#api/ground/db/schema.ts';
import { auditEntries } from '#schema/rest/audit.ts';
import { deleteContent, updateContent } from '#schema/rest/contents.ts';
import { deleteLesson } from '#schema/rest/lessons.ts';
import { printedCodes, type PrintedCode, retargetPrintedCode } from '#schema/rest/printed-codes.ts';
import { codeRedirect, countCodeUse, regenerateContentQrCode, typedCode } from '#schema/rest/qr-codes.ts';
import { studentContentByCode, textBookHashCode } from '#schema/rest/students.ts';
import { createTextBook, deleteTextBook } from '#schema/rest/textbooks.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeWriter, type Writer } from './book-writer.ts';
import { addStaff, send, tokenOf } from './school.ts';

const world = keptApi();
let writer: Writer;
beforeAll(async () => {
  writer = await makeWriter(world);
});

/** A book with one unit, and a page 5 and a page 6 in it. */
async function madeBook(shortCode: string) {
  const book = await writer.book({ name: `Book ${shortCode}`, shortCode });
  const unit = await writer.lesson(book.id, { number: 4, name: 'Colours' });
  const red = await writer.content(unit.id, { pageNumber: 5, name: 'Red' });
  const blue = await writer.content(unit.id, { pageNumber: 6, name: 'Blue' });
  return { book, unit, red, blue };
}

const list = (textBookId: string, query: Readonly<Record<string, unknown>> = {}) =>
  answerOf(printedCodes, writer.call(printedCodes, { params: { textBookId }, query }));
const namesOf = async (textBookId: string, query: Readonly<Record<string, unknown>> = {}) =>
  (await list(textBookId, query)).items.map(({ printedFor }) => printedFor.name);

async function printedOf({ id }: { readonly id: string }, textBookId: string): Promise<PrintedCode> {
  const { items } = await list(textBookId, { PageSize: 100 });
  const found = items.find(({ printedFor }) => printedFor.id === id);
  if (!found) throw new Error('not in the list');
  return found;
}

const typed = (code: string) => send(world, typedCode, { query: { code } });
const scan = (hashCode: string) => send(world, countCodeUse, { body: { hashCode } }).expect(204);
const redirected = async (hashCode: string) =>
  (await answerOf(codeRedirect, send(world, codeRedirect, { query: { hashCode } }))).opens;
const retarget = ({ id, version }: PrintedCode, target: Pick<PrintedCode, 'id'>) =>
  writer.call(retargetPrintedCode, { params: { id }, body: { targetId: target.id, version } });

describe('the printed codes of a textbook', () => {
  test('are listed in the order of the book with what they open, since when and how often they are used', async () => {
    const { book, unit, red, blue } = await madeBook('REG-1');
    await typed('REG-1-P5').expect(200);
    await typed(red.printedCode).expect(200);
    await scan(red.hashCode);
    const { hashCode } = await answerOf(
      regenerateContentQrCode,
      writer.call(regenerateContentQrCode, { params: { id: red.id } }),
    );
    // Scans of the old code are counted apart from scans of the new one.
    await scan(red.hashCode);
    await scan(red.hashCode);
    await scan(hashCode);
    const renumbered = { ...writer.values.content({ pageNumber: 7, name: 'Red' }), version: red.version + 1 };
    await answerOf(updateContent, writer.call(updateContent, { params: { id: red.id }, body: renumbered }));

    const { items, totalCount } = await list(book.id);
    expect(totalCount).toBe(4);
    const place = { textBookName: 'Book REG-1', deleted: false, published: true };
    expect(items.map(({ printedFor }) => printedFor)).toEqual([
      { ...place, kind: 'textbooks', id: book.id, name: 'Book REG-1', unitNumber: null, pageNumber: null },
      { ...place, kind: 'lessons', id: unit.id, name: 'Colours', unitNumber: 4, pageNumber: null },
      { ...place, kind: 'contents', id: red.id, name: 'Red', unitNumber: 4, pageNumber: 7 },
      { ...place, kind: 'contents', id: blue.id, name: 'Blue', unitNumber: 4, pageNumber: 6 },
    ]);
    expect(items[2]).toMatchObject({
      code: red.printedCode,
      otherCodes: ['REG-1-P5', 'REG-1-P7'],
      opensInstead: null,
      scanCount: 4,
      replacedScanCount: 2,
      typedCount: 2,
      retargetedAt: null,
      retargetedBy: null,
      version: 1,
    });
    expect(Date.parse(items[2]?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(items[2]?.createdAt ?? ''));
    expect(items[3]).toMatchObject({ otherCodes: ['REG-1-P6'], scanCount: 0, replacedScanCount: 0, lastUsedAt: null });
  });

  test('are found by name and code, sorted by use, and paged', async () => {
    const { book, blue } = await madeBook('REG-2');
    await scan(blue.hashCode);
    expect(await namesOf(book.id, { SearchText: 'col' })).toEqual(['Colours']);
    expect(await namesOf(book.id, { SearchText: 'reg-2-p6' })).toEqual(['Blue']);
    expect(await namesOf(book.id, { SearchText: blue.printedCode.toLowerCase() })).toEqual(['Blue']);
    const byUse = { SortCriteria: [{ field: 'useCount', direction: 'desc' }] };
    expect(await namesOf(book.id, byUse)).toEqual(['Blue', 'Book REG-2', 'Colours', 'Red']);
    const lastUsed = { SortCriteria: [{ field: 'lastUsedAt', direction: 'asc' }] };
    expect(await namesOf(book.id, lastUsed)).toEqual(['Blue', 'Book REG-2', 'Colours', 'Red']);
    expect(await namesOf(book.id, { PageNumber: 2, PageSize: 3 })).toEqual(['Blue']);
  });

  test('stay when their page or unit is deleted, for good too, with who still scans them', async () => {
    const { book, unit, red, blue } = await madeBook('REG-3');
    const draft = await writer.content(unit.id, { name: 'Green', published: false });
    expect((await printedOf(draft, book.id)).printedFor).toMatchObject({ published: false, deleted: false });
    await writer.call(deleteContent, { params: { id: red.id } }).expect(204);
    await scan(red.hashCode);
    expect(await namesOf(book.id, { State: 'deleted' })).toEqual(['Red']);
    expect(await printedOf(red, book.id)).toMatchObject({ scanCount: 1, printedFor: { deleted: true } });
    await writer.call(deleteLesson, { params: { id: unit.id } }).expect(204);
    expect(await namesOf(book.id, { State: 'deleted' })).toEqual(['Colours', 'Red', 'Blue', 'Green']);
    await world.services.db.delete(contents).where(eq(contents.id, blue.id));
    const { printedFor } = await printedOf(blue, book.id);
    expect(printedFor).toMatchObject({ name: null, pageNumber: null, textBookName: 'Book REG-3', deleted: true });
  });

  test('are shown to administrators alone, and of no deleted textbook', async () => {
    const { book } = await madeBook('REG-4');
    const teacher = await tokenOf(world, await addStaff(world, { role: 'Teacher' }));
    const params = { textBookId: book.id };
    await problemOf(send(world, printedCodes, { token: teacher, params }), 403);
    await problemOf(writer.call(printedCodes, { params: { textBookId: newId() } }), 404);
    await problemOf(writer.call(printedCodes, { params, query: { State: 'lost' } }), 400);
    await writer.call(deleteTextBook, { params: { Id: book.id } }).expect(204);
    await problemOf(writer.call(printedCodes, { params }), 404);
  });
});

describe('a retargeted code', () => {
  test('opens another page typed, in its forms and scanned, and its own page again', async () => {
    const { book, unit, red, blue } = await madeBook('TGT-1');
    const own = await printedOf(red, book.id);
    const opened = async (code: string) => (await answerOf(typedCode, typed(code))).contentHashCode;
    expect(await redirected(red.hashCode)).toBeNull();

    const changed = await answerOf(retargetPrintedCode, retarget(own, await printedOf(blue, book.id)));
    expect(changed).toMatchObject({
      printedFor: { id: red.id },
      opensInstead: { kind: 'contents', id: blue.id, name: 'Blue', pageNumber: 6 },
      retargetedBy: { id: writer.writer.id },
      version: 2,
    });
    expect(changed.retargetedAt).not.toBeNull();
    for (const code of ['TGT-1-P5', red.printedCode]) expect(await opened(code), code).toBe(blue.hashCode);
    const instead = { textBookHashCode: book.hashCode, lessonHashCode: unit.hashCode, classHashCode: null };
    expect(await redirected(red.hashCode)).toEqual({ ...instead, contentHashCode: blue.hashCode });
    expect(await redirected(blue.hashCode)).toBeNull();
    expect(await namesOf(book.id, { State: 'retargeted' })).toEqual(['Red']);
    // A link within the app, which is the same address, stays where it is.
    const shown = send(world, studentContentByCode, { query: { hashCode: red.hashCode } });
    expect((await answerOf(studentContentByCode, shown)).name).toBe('Red');

    const back = await answerOf(retargetPrintedCode, retarget(changed, own));
    expect(back).toMatchObject({ opensInstead: null, version: 3 });
    expect(await opened('TGT-1-P5')).toBe(red.hashCode);
    expect(await redirected(red.hashCode)).toBeNull();

    const { items } = await answerOf(auditEntries, writer.call(auditEntries, { query: { EntityId: red.id } }));
    const retargeted = items.filter(({ action }) => action === 'retarget').map(({ changes }) => changes);
    expect(retargeted).toEqual([
      [{ field: 'opens', before: blue.id, after: red.id }],
      [{ field: 'opens', before: red.id, after: blue.id }],
    ]);
  });

  test('opens a unit or a book, of another textbook too, and goes on doing so when its own page is deleted', async () => {
    const { book, red, blue } = await madeBook('TGT-2');
    const other = await madeBook('TGT-3');
    const ofUnit = await printedOf(other.unit, other.book.id);
    await answerOf(retargetPrintedCode, retarget(await printedOf(red, book.id), ofUnit));
    const ofBook = await printedOf(other.book, other.book.id);
    await answerOf(retargetPrintedCode, retarget(await printedOf(blue, book.id), ofBook));
    const inBook = { textBookHashCode: other.book.hashCode, contentHashCode: null, classHashCode: null };
    const opensUnit = { ...inBook, lessonHashCode: other.unit.hashCode };
    for (const deleted of [false, true]) {
      if (deleted) await writer.call(deleteContent, { params: { id: red.id } }).expect(204);
      expect(await redirected(red.hashCode)).toEqual(opensUnit);
      expect(await answerOf(typedCode, typed('TGT-2-P5'))).toEqual(opensUnit);
      expect(await redirected(blue.hashCode)).toEqual({ ...inBook, lessonHashCode: null });
    }
    // A target's own target does not count.
    const toRed = await printedOf(book, book.id);
    await answerOf(retargetPrintedCode, retarget(ofUnit, toRed));
    expect(await answerOf(typedCode, typed('TGT-2-P5'))).toEqual(opensUnit);
  });

  test('of a book opens the other book where its short code is typed, and a page’s code its book', async () => {
    const [{ book, red }, other] = [await madeBook('TGT-81'), await madeBook('TGT-82')];
    const opened = (shortCode: string) =>
      answerOf(textBookHashCode, send(world, textBookHashCode, { query: { shortCode } }));
    for (const code of ['tgt-81', red.printedCode]) expect(await opened(code)).toEqual({ hashCode: book.hashCode });
    const own = await printedOf(book, book.id);
    const toOther = retarget(own, await printedOf(other.book, other.book.id));
    const changed = await answerOf(retargetPrintedCode, toOther);
    expect(await opened('TGT-81')).toEqual({ hashCode: other.book.hashCode });
    await answerOf(retargetPrintedCode, retarget(changed, own));
    expect(await opened('TGT-81')).toEqual({ hashCode: book.hashCode });
  });

  test('says so when what it opens was deleted, and answers as unknown for a draft', async () => {
    const { book, unit, red, blue } = await madeBook('TGT-4');
    const goneCode = { messageKey: 'messages.printedCodeDeleted' };
    await answerOf(retargetPrintedCode, retarget(await printedOf(red, book.id), await printedOf(blue, book.id)));
    await writer.call(deleteContent, { params: { id: blue.id } }).expect(204);
    expect(await problemOf(typed('TGT-4-P5'), 404)).toMatchObject(goneCode);
    const scanned = send(world, codeRedirect, { query: { hashCode: red.hashCode } });
    expect(await problemOf(scanned, 404)).toMatchObject(goneCode);

    const draft = await answerOf(
      createTextBook,
      writer.call(createTextBook, {
        body: writer.values.book({ published: false }),
      }),
    );
    await answerOf(retargetPrintedCode, retarget(await printedOf(unit, book.id), await printedOf(draft, draft.id)));
    await problemOf(send(world, codeRedirect, { query: { hashCode: unit.hashCode } }), 404);
  });

  test('is refused to teachers, for unknown and deleted targets, and over a newer change', async () => {
    const { book, red, blue } = await madeBook('TGT-5');
    const teacher = await tokenOf(world, await addStaff(world, { role: 'Teacher' }));
    const own = await printedOf(red, book.id);
    const target = await printedOf(blue, book.id);
    const body = { targetId: target.id, version: 1 };
    await problemOf(send(world, retargetPrintedCode, { token: teacher, params: { id: own.id }, body }), 403);
    await problemOf(writer.call(retargetPrintedCode, { params: { id: newId() }, body }), 404);
    const unavailable = { errors: { targetId: ['messages.printedTargetNotAvailable'] } };
    expect(await problemOf(retarget(own, { id: newId() }), 400)).toMatchObject(unavailable);
    await problemOf(writer.call(retargetPrintedCode, { params: { id: own.id }, body: { version: 1 } }), 400);

    await answerOf(retargetPrintedCode, retarget(own, target));
    expect(await problemOf(retarget(own, own), 409)).toMatchObject({
      messageKey: 'messages.changedMeanwhile',
      messageValues: { name: 'Mio Hara' },
    });
    await writer.call(deleteContent, { params: { id: blue.id } }).expect(204);
    expect(await problemOf(retarget(await printedOf(book, book.id), target), 400)).toMatchObject(unavailable);
  });
});
