import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { lessons } from '#api/ground/db/schema.ts';
import {
  createLesson,
  deleteLesson,
  lessonBriefById,
  lessonById,
  textBookUnits,
  updateLesson,
  updateLessonsOrder,
} from '#schema/rest/lessons.ts';
import { studentLessons } from '#schema/rest/students.ts';
import { deleteTextBook, textBookById } from '#schema/rest/textbooks.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeWriter, type Writer } from './book-writer.ts';
import { send } from './school.ts';

const world = keptApi();
let writer: Writer;

beforeAll(async () => {
  writer = await makeWriter(world);
});

const get = (id: string) => writer.call(lessonById, { params: { id } });
const remove = (id: string) => writer.call(deleteLesson, { params: { id } });
const put = (id: string, body: object) =>
  writer.call(updateLesson, { params: { id }, body: { ...writer.values.lesson(), ...body } });
const order = (body: object) => writer.call(updateLessonsOrder, { body });
const units = async (TextbookId: string, query: object = {}) =>
  (await answerOf(textBookUnits, writer.call(textBookUnits, { query: { TextbookId, ...query } }))).items;

async function bookOfThree() {
  const book = await writer.book();
  const made = [];
  for (const name of ['one', 'two', 'three']) made.push((await writer.lesson(book.id, { name })).id);
  return { book, ids: made };
}

describe('a unit', () => {
  test('comes back as it was written, at the end of its textbook', async () => {
    const book = await writer.book();
    await writer.lesson(book.id);
    const values = {
      number: 0,
      title: ' はじめに ',
      name: '👋',
      description: 'x',
      languageFocus: '%_',
      phonics: '/h/',
    };
    const made = await writer.lesson(book.id, values);
    expect(made).toMatchObject({
      ...values,
      title: 'はじめに',
      textBookId: book.id,
      textBook: { id: book.id, name: book.name, shortCode: book.shortCode },
      order: 2,
      contentCount: 0,
      version: 1,
    });
    expect(await answerOf(lessonById, get(made.id))).toEqual(made);
    const { id, hashCode, number, title, name, textBook, contentCount, version } = made;
    expect(await answerOf(lessonBriefById, writer.call(lessonBriefById, { params: { id } }))).toEqual({
      ...{ id, hashCode, number, title, name, textBook, contentCount, version },
      order: 2,
    });
    expect((await answerOf(textBookById, writer.call(textBookById, { params: { Id: book.id } }))).unitCount).toBe(2);
  });

  test('is refused field by field', async () => {
    const { id: textBookId } = await writer.book();
    const refused = async (over: object) =>
      (await problemOf(writer.call(createLesson, { body: { ...writer.values.lesson(), textBookId, ...over } }), 400))
        .errors;
    expect(await refused({ number: null, title: '', name: ' ', languageFocus: '', phonics: '\u200b' })).toEqual({
      number: ['messages.unitNumberRequire'],
      title: ['messages.unitTitleRequire'],
      name: ['messages.unitNameRequire'],
      languageFocus: ['messages.languageFocusRequire'],
      phonics: ['messages.phonicsRequire'],
    });
    for (const [number, key] of [
      [-1, 'messages.unitNumberMin'],
      [1.5, 'messages.unitNumberNumeric'],
      ['two', 'messages.unitNumberNumeric'],
      [10_000, 'messages.numberTooLarge'],
    ])
      expect(await refused({ number })).toEqual({ number: [key] });
    expect(await refused({ textBookId: newId() })).toEqual({ textBookId: ['messages.textBookNotAvailable'] });
  });

  test('is changed from the version that was read alone', async () => {
    const { id } = await writer.lesson((await writer.book()).id);
    expect(await answerOf(updateLesson, put(id, { name: 'Changed', version: 1 }))).toMatchObject({
      name: 'Changed',
      version: 2,
    });
    const { messageKey, messageValues } = await problemOf(put(id, { name: 'Late', version: 1 }), 409);
    expect([messageKey, messageValues?.name]).toEqual(['messages.changedMeanwhile', 'Mio Hara']);
  });

  test('that is a draft or deleted is not there for students', async () => {
    const { book, ids } = await bookOfThree();
    const [first = '', second = '', third] = ids;
    await put(first, { published: false, version: 1 }).expect(200);
    await remove(second).expect(204);
    const seen = await answerOf(studentLessons, send(world, studentLessons, { query: { hashCode: book.hashCode } }));
    expect(seen.map(({ id }) => id)).toEqual([third]);
    expect((await units(book.id)).map((row) => [row.id, row.order])).toEqual([
      [first, 1],
      [third, 2],
    ]);
    for (const sent of [get(second), remove(second), put(second, { version: 2 })]) await problemOf(sent, 404);
  });

  test('is gone with its textbook', async () => {
    const { book, ids } = await bookOfThree();
    const [id = ''] = ids;
    await writer.call(deleteTextBook, { params: { Id: book.id } }).expect(204);
    for (const sent of [get(id), remove(id), put(id, { version: 1 })]) await problemOf(sent, 404);
    await problemOf(writer.call(textBookUnits, { query: { TextbookId: book.id } }), 404);
    await problemOf(order({ textBookId: book.id, lessonIds: ids, version: 2 }), 404);
  });
});

describe('the list of units', () => {
  test('is searched, sorted and paged', async () => {
    const { book } = await bookOfThree();
    await writer.lesson(book.id, { name: 'キリン 100%', number: 9 });
    const names = async (query: object) => (await units(book.id, query)).map(({ name }) => name);
    expect(await names({})).toEqual(['one', 'two', 'three', 'キリン 100%']);
    expect(await names({ SearchText: 'きりん 0%' })).toEqual(['キリン 100%']);
    expect(await names({ SortCriteria: [{ field: 'order', direction: 'desc' }], PageSize: 2 })).toEqual([
      'キリン 100%',
      'three',
    ]);
    expect(await names({ SortCriteria: [{ field: 'name', direction: 'asc' }], PageSize: 1, PageNumber: 2 })).toEqual([
      'three',
    ]);
  });
});

describe('the order of units', () => {
  test('is what was sent, and answers the textbook with its new version', async () => {
    const { book, ids } = await bookOfThree();
    const lessonIds = [...ids].reverse().map((id) => id.toUpperCase());
    const answer = await answerOf(updateLessonsOrder, order({ textBookId: book.id, lessonIds, version: book.version }));
    expect([answer.id, answer.version]).toEqual([book.id, book.version + 1]);
    expect((await units(book.id)).map(({ id }) => id)).toEqual([...ids].reverse());
  });

  test('must name every unit once', async () => {
    const { book, ids } = await bookOfThree();
    const [first = '', second = '', third = ''] = ids;
    const foreign = await writer.lesson((await writer.book()).id);
    for (const lessonIds of [
      [first, second],
      [first, second, second],
      [first, second, foreign.id],
      [...ids, newId()],
      [],
    ])
      expect((await problemOf(order({ textBookId: book.id, lessonIds, version: 1 }), 400)).errors).toEqual({
        lessonIds: ['messages.orderIncomplete'],
      });
    await remove(third).expect(204);
    await order({ textBookId: book.id, lessonIds: [second, first], version: 1 }).expect(200);
  });

  test('of twenty at once one is taken, and no two units share a place, restored ones neither', async () => {
    const { book, ids } = await bookOfThree();
    const [first = '', ...rest] = ids;
    await remove(first).expect(204);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        order({ textBookId: book.id, lessonIds: index % 2 ? rest : [...rest].reverse(), version: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    await Promise.all(Array.from({ length: 5 }, () => writer.lesson(book.id)));
    const { db } = world.services;
    await db.update(lessons).set({ deletedAt: null }).where(eq(lessons.id, first));
    const rows = await db.select({ at: lessons.position }).from(lessons).where(eq(lessons.textbookId, book.id));
    expect(rows.map(({ at }) => at).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect((await units(book.id)).map((row) => row.order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
