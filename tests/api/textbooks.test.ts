import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classes, createClass } from '#schema/rest/classes.ts';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import { textBookHashCode } from '#schema/rest/students.ts';
import { createTextBook, deleteTextBook, textBookById, textBooks, updateTextBook } from '#schema/rest/textbooks.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { dayFromNow, makeClass } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeWriter, type Writer } from './book-writer.ts';
import { send } from './school.ts';

const world = keptApi();
let writer: Writer;

beforeAll(async () => {
  writer = await makeWriter(world);
});

const get = (id: string) => writer.call(textBookById, { params: { Id: id } });
const put = (id: string, body: object) => writer.call(updateTextBook, { params: { Id: id }, body });
const remove = (id: string) => writer.call(deleteTextBook, { params: { Id: id } });

describe('a textbook', () => {
  test('comes back as it was written, without the spaces around', async () => {
    const made = await writer.book({
      name: '  こんにちは 1 ',
      shortCode: 'こん-1',
      description: '<b>はじめて</b>',
      thumbnailId: writer.picture.id,
    });
    expect(made).toMatchObject({
      name: 'こんにちは 1',
      shortCode: 'こん-1',
      description: '<b>はじめて</b>',
      thumbnailId: writer.picture.id,
      thumbnail: { fileName: 'page.png' },
      unitCount: 0,
      classCount: 0,
      version: 1,
      updatedBy: { id: writer.writer.id, lastName: 'Hara' },
    });
    expect(made.publishedAt).not.toBeNull();
    expect(await answerOf(textBookById, get(made.id))).toEqual(made);
  });

  test('is refused field by field', async () => {
    const refused = async (over: object) =>
      (await problemOf(writer.call(createTextBook, { body: writer.values.book({ ...over }) }), 400)).errors;
    expect(await refused({ name: ' ', shortCode: '' })).toEqual({
      name: ['messages.textBookNameRequire'],
      shortCode: ['messages.shortCodeRequire'],
    });
    expect(await refused({ shortCode: ' － ー ' })).toEqual({ shortCode: ['messages.shortCodeOfDashes'] });
    for (const thumbnailId of [newId(), writer.sound.id, writer.drawing.id])
      expect(await refused({ thumbnailId })).toEqual({ thumbnailId: ['messages.pictureNotAvailable'] });
  });

  test('is a draft when it says so, and opens by its short code once published', async () => {
    const { id, shortCode, version, ...draft } = await writer.book({ published: false });
    expect(draft.publishedAt).toBeNull();
    const open = () => send(world, textBookHashCode, { query: { shortCode } });
    await problemOf(open(), 404);
    const renamed = await answerOf(updateTextBook, put(id, { name: 'Still a draft', shortCode, version }));
    expect(renamed.publishedAt).toBeNull();
    await answerOf(updateTextBook, put(id, { name: 'Out', shortCode, published: true, version: renamed.version }));
    await open().expect(200);
    await remove(id).expect(204);
    await problemOf(open(), 404);
  });
});

describe('a short code', () => {
  test('of twenty who take one at once, one succeeds and nineteen are told so', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => writer.call(createTextBook, { body: writer.values.book({ shortCode: 'ONE' }) })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(19);
    const made = answers.find(({ status }) => status === 201)?.body as { id: string };
    for (const { body } of refused)
      expect(body).toMatchObject({
        existingId: made.id,
        detail: 'Short Code text already exists.',
        messageKey: 'messages.shortCodeExists',
        errors: { shortCode: ['messages.shortCodeExists'] },
      });
  });

  test.each(['look1', 'ＬＯＯＫ－１', 'L00K I', 'lo-ok-l'])(
    'that children type like another’s is taken: %s',
    async (taken) => {
      await writer.call(createTextBook, { body: writer.values.book({ shortCode: 'LOOK1' }) });
      await problemOf(writer.call(createTextBook, { body: writer.values.book({ shortCode: taken }) }), 409);
      const other = await writer.book();
      expect(await problemOf(put(other.id, { name: 'Other', shortCode: taken, version: 1 }), 409)).toMatchObject({
        detail: 'Short Code text already exists.',
        messageKey: 'messages.shortCodeExists',
        errors: { shortCode: ['messages.shortCodeExists'] },
      });
    },
  );

  test('is free again when its textbook is deleted', async () => {
    const { id } = await writer.book({ shortCode: 'AGAIN' });
    await remove(id).expect(204);
    await writer.book({ shortCode: 'again' });
  });
});

describe('a change', () => {
  test('made from an old version answers who changed the textbook, and when', async () => {
    const { id, shortCode } = await writer.book();
    const first = await answerOf(updateTextBook, put(id, { name: 'First', shortCode, version: 1 }));
    const { messageKey, messageValues } = await problemOf(put(id, { name: 'Second', shortCode, version: 1 }), 409);
    expect(messageKey).toBe('messages.changedMeanwhile');
    expect(messageValues).toEqual({ name: 'Mio Hara', when: first.updatedAt });
    expect((await answerOf(textBookById, get(id))).name).toBe('First');
  });

  test('of the name is what its classes are found by', async () => {
    const { id, shortCode } = await writer.book({ name: 'Plain' });
    const { id: classId } = await makeClass(world.services.db, { textbookId: id });
    await put(id, { name: 'アルパカ', shortCode, version: 1 }).expect(200);
    const found = await answerOf(classes, writer.call(classes, { query: { SearchText: 'あるぱか' } }));
    expect(found.items.map((row) => row.id)).toEqual([classId]);
    const books = await answerOf(textBooks, writer.call(textBooks, { query: { SearchText: 'ｱﾙﾊﾟｶ' } }));
    expect(books.items.map((row) => row.id)).toEqual([id]);
  });

  test('does not take the book away from a running class', async () => {
    const { id, shortCode, name } = await writer.book();
    const ended = { textbookId: id, endDate: dayFromNow(-1) };
    await makeClass(world.services.db, ended);
    await makeClass(world.services.db, { textbookId: id, status: ClassStatus.INACTIVE });
    const draft = { name, shortCode, published: false };
    const hidden = await answerOf(updateTextBook, put(id, { ...draft, version: 1 }));
    const shown = await answerOf(updateTextBook, put(id, { ...draft, published: true, version: hidden.version }));
    await makeClass(world.services.db, { textbookId: id, className: '2年3組', endDate: dayFromNow(0) });
    const refused = await problemOf(put(id, { ...draft, version: shown.version }), 409);
    expect(refused.messageValues).toEqual({ name, classes: '2年3組', classCount: '1' });
    expect(refused.errors).toEqual({ published: ['messages.textBookInUse'] });
  });
});

describe('deleting', () => {
  test('a textbook that a class uses is refused, and names the classes', async () => {
    const { id, name } = await writer.book({ name: 'Used' });
    for (const className of ['B', 'a']) await makeClass(world.services.db, { textbookId: id, className });
    await makeClass(world.services.db, { textbookId: id, className: 'gone', deletedAt: new Date() });
    expect(await problemOf(remove(id), 409)).toMatchObject({
      detail: 'Could not delete Used. They are associated with a Class',
      messageKey: 'messages.couldNotDelete',
      messageValues: { name, classes: 'a, B', classCount: '2' },
    });
    await get(id).expect(200);
  });

  test('takes it out of every list, and a second time there is nothing to delete', async () => {
    const { id } = await writer.book({ name: 'Unused thing' });
    await remove(id).expect(204);
    for (const sent of [get(id), remove(id), put(id, { name: 'x', shortCode: 'x', version: 2 })])
      await problemOf(sent, 404);
    const left = await answerOf(textBooks, writer.call(textBooks, { query: { SearchText: 'Unused thing' } }));
    expect(left.items).toEqual([]);
  });

  test('while a class is being created on it leaves the one or the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await writer.book();
      const body = { className: 'New', textBookId: id, startDate: dayFromNow(0), endDate: dayFromNow(9) };
      const [created, deleted] = await Promise.all([writer.call(createClass, { body }), remove(id)]);
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([created.status, deleted.status]);
    }
  });
});
