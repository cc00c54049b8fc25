import { beforeAll, expect, test } from 'vitest';
import { lockTextBook } from '#api/domains/textbooks/write.ts';
import { newId } from '#api/ground/db/ids.ts';
import { editions } from '#api/ground/db/schema.ts';
import { deleteContent } from '#schema/rest/contents.ts';
import { updateLesson } from '#schema/rest/lessons.ts';
import { printedCodes, retargetPrintedCode } from '#schema/rest/printed-codes.ts';
import { regenerateContentQrCode } from '#schema/rest/qr-codes.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { waitingForLock } from '#tests/support/waiting-locks.ts';
import { makeWriter, type Writer } from './book-writer.ts';

const world = keptApi();
let writer: Writer;
beforeAll(async () => {
  writer = await makeWriter(world);
});

test('what would break printed codes waits for an edition that is being stored, and is refused then', async () => {
  const { db } = world.services;
  const book = await writer.book({ name: 'Book EDN-6', shortCode: 'EDN-6' });
  const unit = await writer.lesson(book.id, { number: 4, name: 'Colours' });
  const [red, blue] = [await writer.content(unit.id, { name: 'Red' }), await writer.content(unit.id, { name: 'Blue' })];
  const listed = writer.call(printedCodes, { params: { textBookId: book.id }, query: { PageSize: 100 } });
  const codes = (await answerOf(printedCodes, listed)).items;
  const codeOf = (name: string) => codes.find(({ printedFor }) => printedFor.name === name);
  const [own, target] = [codeOf('Blue'), codeOf('Red')];
  const unitValues = { ...writer.values.lesson({ number: 5, name: 'Colours' }), version: unit.version };
  const calls = [
    writer.call(deleteContent, { params: { id: red.id } }),
    writer.call(regenerateContentQrCode, { params: { id: blue.id } }),
    writer.call(updateLesson, { params: { id: unit.id }, body: unitValues }),
    writer.call(retargetPrintedCode, {
      params: { id: own?.id ?? '' },
      body: { targetId: target?.id, version: own?.version },
    }),
  ];
  const answers = await db.transaction(async (tx) => {
    await lockTextBook(tx, book.id);
    const edition = { id: newId(), textbookId: book.id, number: 1, name: 'First edition', printedOn: '2026-04-01' };
    await tx.insert(editions).values({ ...edition, createdById: writer.writer.id });
    const sent = calls.map((call) => problemOf(call, 409));
    await expect.poll(() => waitingForLock(world)).toBe(calls.length);
    return sent;
  });
  const problems = await Promise.all(answers);
  expect(problems.map(({ messageKey }) => messageKey)).toEqual(calls.map(() => 'messages.textBookPrinted'));
});
