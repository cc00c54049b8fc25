import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditEntries } from '#schema/rest/audit.ts';
import { contentById, deleteContent, updateContent } from '#schema/rest/contents.ts';
import { addEdition, setPrintLock, textBookPrinting } from '#schema/rest/editions.ts';
import { deleteLesson, updateLesson, updateLessonsOrder } from '#schema/rest/lessons.ts';
import { type PrintedCode, printedCodes, retargetPrintedCode } from '#schema/rest/printed-codes.ts';
import { regenerateContentQrCode } from '#schema/rest/qr-codes.ts';
import { deleteTextBook, textBookById, updateTextBook } from '#schema/rest/textbooks.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeWriter, type Writer } from './book-writer.ts';
import { addStaff, send, type Sent, tokenOf } from './school.ts';

const world = keptApi();
let writer: Writer;
beforeAll(async () => {
  writer = await makeWriter(world);
});

/** A book with one unit of two pages. */
async function madeBook(shortCode: string) {
  const book = await writer.book({ name: `Book ${shortCode}`, shortCode });
  const unit = await writer.lesson(book.id, { number: 4, name: 'Colours' });
  const red = await writer.content(unit.id, { pageNumber: 5, name: 'Red' });
  const blue = await writer.content(unit.id, { pageNumber: 6, name: 'Blue' });
  return { book, unit, red, blue, params: { textBookId: book.id } };
}

const print = (textBookId: string, name: string, printedOn = '2026-04-01') =>
  answerOf(addEdition, writer.call(addEdition, { params: { textBookId }, body: { name, printedOn } }));
const lock = (textBookId: string, locked: boolean) =>
  answerOf(setPrintLock, writer.call(setPrintLock, { params: { textBookId }, body: { locked } }));

async function printedIn(textBookId: string, query: Readonly<Record<string, unknown>> = {}): Promise<PrintedCode[]> {
  const call = writer.call(printedCodes, { params: { textBookId }, query: { PageSize: 100, ...query } });
  return (await answerOf(printedCodes, call)).items;
}

async function changesIn(textBookId: string, query?: Readonly<Record<string, unknown>>) {
  const codes = await printedIn(textBookId, query);
  return Object.fromEntries(
    codes.map(({ printedFor, changeSincePrint }): [string, unknown] => [printedFor.name ?? '', changeSincePrint]),
  );
}

async function retargeting(textBookId: string, name: string, toName: string): Promise<Sent> {
  const codes = await printedIn(textBookId);
  const [own, target] = [name, toName].map((one) => codes.find(({ printedFor }) => printedFor.name === one));
  return { params: { id: own?.id ?? '' }, body: { targetId: target?.id, version: own?.version } };
}

describe('an edition', () => {
  test('locks its textbook, and knows what changed since the one before', async () => {
    const { book, unit, red } = await madeBook('EDN-1');
    const green = await writer.content(unit.id, { name: 'Green', published: false });
    expect(
      await answerOf(textBookPrinting, writer.call(textBookPrinting, { params: { textBookId: book.id } })),
    ).toEqual({
      textBookId: book.id,
      locked: false,
      unlockedUntil: null,
      editions: [],
      changes: null,
    });
    expect(await changesIn(book.id)).toMatchObject({ Red: null, Green: null });

    const first = await print(book.id, 'First edition');
    const none = { added: 0, retargeted: 0, gone: 0 };
    expect(first).toMatchObject({ locked: true, unlockedUntil: null, changes: none });
    expect(first.editions).toMatchObject([
      {
        number: 1,
        name: 'First edition',
        printedOn: '2026-04-01',
        // The book, its unit and its two published pages.
        codeCount: 4,
        changes: null,
        createdBy: { id: writer.writer.id },
      },
    ]);

    await lock(book.id, false);
    await writer.call(deleteContent, { params: { id: red.id } }).expect(204);
    await writer.call(retargetPrintedCode, await retargeting(book.id, 'Blue', 'Colours')).expect(200);
    const published = { ...writer.values.content({ name: 'Green' }), version: green.version, published: true };
    await writer.call(updateContent, { params: { id: green.id }, body: published }).expect(200);
    await writer.content(unit.id, { name: 'White' });

    const expected = { Red: 'gone', Blue: 'retargeted', Green: 'added', White: 'added', Colours: null };
    expect(await changesIn(book.id)).toMatchObject(expected);
    expect(await changesIn(book.id, { State: 'changed' })).toEqual({
      Red: 'gone',
      Blue: 'retargeted',
      Green: 'added',
      White: 'added',
    });
    const counts = { added: 2, retargeted: 1, gone: 1 };
    const second = await print(book.id, 'Second edition', '2027-04-01');
    // The reprint locks the textbook at once, and nothing has changed since.
    expect(second).toMatchObject({ locked: true, changes: none });
    expect(second.editions).toMatchObject([
      { number: 2, codeCount: 5, changes: counts },
      { number: 1, changes: null },
    ]);
    expect(await changesIn(book.id)).toMatchObject({ Red: null, Blue: null, White: null });
    expect((await printedIn(book.id, { State: 'changed' })).length).toBe(0);

    // There and back again is no change.
    await lock(book.id, false);
    await writer.call(retargetPrintedCode, await retargeting(book.id, 'White', 'Colours')).expect(200);
    expect(await changesIn(book.id)).toMatchObject({ White: 'retargeted' });
    await writer.call(retargetPrintedCode, await retargeting(book.id, 'White', 'White')).expect(200);
    expect(await changesIn(book.id)).toMatchObject({ White: null });
  });

  test('has a name of its own, a name and a day, and is made by those who write textbooks', async () => {
    const { book, params } = await madeBook('EDN-2');
    const teacher = await tokenOf(world, await addStaff(world, { role: 'Teacher' }));
    const body = { name: 'First edition', printedOn: '2026-04-01' };
    for (const operation of [addEdition, setPrintLock, textBookPrinting])
      await problemOf(send(world, operation, { token: teacher, params, body: { ...body, locked: true } }), 403);
    const wrong = await problemOf(writer.call(addEdition, { params, body: { name: ' ' } }), 400);
    expect(wrong.errors).toEqual({
      name: ['messages.editionNameRequired'],
      printedOn: ['messages.editionDateRequired'],
    });
    await problemOf(writer.call(setPrintLock, { params, body: {} }), 400);
    expect(await problemOf(writer.call(setPrintLock, { params, body: { locked: false } }), 409)).toMatchObject({
      messageKey: 'messages.neverPrinted',
    });
    const unknown = { textBookId: newId() };
    await problemOf(writer.call(textBookPrinting, { params: unknown }), 404);
    await problemOf(writer.call(addEdition, { params: unknown, body }), 404);
    await print(book.id, 'First edition');
    const again = writer.call(addEdition, { params, body: { ...body, name: ' FIRST edition' } });
    expect(await problemOf(again, 409)).toMatchObject({ errors: { name: ['messages.editionExists'] } });
  });
});

describe('a printed textbook', () => {
  test('refuses what would break its printed codes, until it is unlocked', async () => {
    const { book, unit, red } = await madeBook('EDN-3');
    await print(book.id, 'First edition');
    const bookValues = { name: book.name, shortCode: book.shortCode, description: '', version: book.version };
    const unitValues = { ...writer.values.lesson({ number: 4, name: 'Colours' }), version: unit.version };
    const redValues = { ...writer.values.content({ pageNumber: 5, name: 'Red' }), version: red.version };
    const ofBook = { params: { Id: book.id } };
    const ofUnit = { params: { id: unit.id } };
    const ofRed = { params: { id: red.id } };
    const refused = [
      writer.call(deleteContent, ofRed),
      writer.call(deleteLesson, ofUnit),
      writer.call(deleteTextBook, ofBook),
      writer.call(regenerateContentQrCode, ofRed),
      writer.call(retargetPrintedCode, await retargeting(book.id, 'Red', 'Blue')),
      writer.call(updateContent, { ...ofRed, body: { ...redValues, pageNumber: 7 } }),
      writer.call(updateContent, { ...ofRed, body: { ...redValues, published: false } }),
      writer.call(updateLesson, { ...ofUnit, body: { ...unitValues, number: 5 } }),
      writer.call(updateLesson, { ...ofUnit, body: { ...unitValues, published: false } }),
      writer.call(updateTextBook, { ...ofBook, body: { ...bookValues, shortCode: 'EDN-3B' } }),
      writer.call(updateTextBook, { ...ofBook, body: { ...bookValues, published: false } }),
    ];
    const fields: (string | undefined)[] = [];
    for (const call of refused) {
      const problem = await problemOf(call, 409);
      expect(problem).toMatchObject({
        messageKey: 'messages.textBookPrinted',
        messageValues: { name: 'Book EDN-3', edition: 'First edition' },
      });
      fields.push(Object.keys(problem.errors ?? {})[0]);
    }
    expect(fields.slice(5)).toEqual(['pageNumber', 'published', 'number', 'published', 'shortCode', 'published']);

    // What is no code, number or state goes on being changed, and pages are added.
    await writer.call(updateContent, { ...ofRed, body: { ...redValues, name: 'Crimson' } }).expect(200);
    await writer.call(updateLesson, { ...ofUnit, body: { ...unitValues, title: 'Unit four' } }).expect(200);
    await writer.call(updateTextBook, { ...ofBook, body: { ...bookValues, name: 'Book three' } }).expect(200);
    await writer.content(unit.id, { name: 'White' });
    const { version } = await answerOf(textBookById, writer.call(textBookById, ofBook));
    const order = { textBookId: book.id, lessonIds: [unit.id], version };
    await writer.call(updateLessonsOrder, { body: order }).expect(200);

    const { unlockedUntil, locked } = await lock(book.id, false);
    expect(locked).toBe(false);
    const minutes = (Date.parse(unlockedUntil ?? '') - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(55);
    expect(minutes).toBeLessThanOrEqual(60);
    const { version: now } = await answerOf(contentById, writer.call(contentById, ofRed));
    await writer.call(updateContent, { ...ofRed, body: { ...redValues, version: now, pageNumber: 7 } }).expect(200);
    expect(await lock(book.id, true)).toMatchObject({ locked: true, unlockedUntil: null });
    await problemOf(writer.call(deleteContent, ofRed), 409);
  });

  test('locks itself again when the hour is over', async () => {
    const { book, red, params } = await madeBook('EDN-4');
    await print(book.id, 'First edition');
    await lock(book.id, false);
    await world.services.db.execute(
      sql`update editions set unlocked_until = now() - interval '1 second' where textbook_id = ${book.id}`,
    );
    expect(await answerOf(textBookPrinting, writer.call(textBookPrinting, { params }))).toMatchObject({
      locked: true,
      unlockedUntil: null,
    });
    await problemOf(writer.call(deleteContent, { params: { id: red.id } }), 409);
  });

  test('is in the audit log with each printing, unlocking and locking', async () => {
    const { book } = await madeBook('EDN-5');
    await print(book.id, 'First edition');
    await lock(book.id, false);
    await lock(book.id, true);
    const { items } = await answerOf(auditEntries, writer.call(auditEntries, { query: { EntityId: book.id } }));
    expect(items.map(({ action, changes }) => [action, changes.map(({ field, after }) => [field, after])])).toEqual([
      ['lock-print', [['edition', 'First edition']]],
      ['unlock-print', [['edition', 'First edition']]],
      [
        'print',
        [
          ['number', 1],
          ['edition', 'First edition'],
          ['printedOn', '2026-04-01'],
        ],
      ],
      ['create', expect.anything()],
    ]);
  });
});
