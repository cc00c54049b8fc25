import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { deleteContent } from '#schema/rest/contents.ts';
import {
  printedCodes,
  printedCodesBrokenBy,
  retargetPrintedCode,
  type BrokenPrintedCodes,
  type PrintedCodeBreak,
} from '#schema/rest/printed-codes.ts';
import { countCodeUse, regenerateContentQrCode, typedCode } from '#schema/rest/qr-codes.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeWriter, type Writer } from './book-writer.ts';
import { addStaff, send, tokenOf } from './school.ts';

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
  return { book, unit, red, blue };
}

type Row = { readonly id: string };

const brokenSo = (By: PrintedCodeBreak | undefined, ...rows: readonly Row[]) =>
  answerOf(printedCodesBrokenBy, writer.call(printedCodesBrokenBy, { query: { Ids: rows.map(({ id }) => id), By } }));
const brokenBy = (...rows: readonly Row[]) => brokenSo(undefined, ...rows);
const namesIn = ({ items }: BrokenPrintedCodes) => items.map(({ printedFor }) => printedFor.name).sort();
const namesBrokenBy = async (...rows: readonly Row[]) => namesIn(await brokenBy(...rows));
const scan = (hashCode: string) => send(world, countCodeUse, { body: { hashCode } }).expect(204);

async function printedIn(book: Row, name: string) {
  const { items } = await answerOf(
    printedCodes,
    writer.call(printedCodes, { params: { textBookId: book.id }, query: { SearchText: name } }),
  );
  const [found] = items;
  if (!found) throw new Error('not in the list');
  return found;
}

async function retarget(book: Row, name: string, to: Row, toName: string) {
  const { id, version } = await printedIn(book, name);
  const target = await printedIn(to, toName);
  const body = { targetId: target.id, version };
  await writer.call(retargetPrintedCode, { params: { id }, body }).expect(200);
}

test('a deletion breaks the codes of its parts, and says how often they were used, lately too', async () => {
  const { book, unit, red, blue } = await madeBook('BRK-1');
  await scan(red.hashCode);
  await scan(red.hashCode);
  await send(world, typedCode, { query: { code: 'BRK-1-P5' } }).expect(200);
  await scan(blue.hashCode);
  // Used longer ago than the last 30 days.
  await world.services.db.execute(sql`
    update printed_code_days set day = day - 31
    where printed_code_id = (select id from printed_codes where key = ${`contents:${blue.hashCode}`})`);

  const answer = await brokenBy(unit);
  expect(answer).toMatchObject({ totalCount: 3, useCount: 4, recentUseCount: 3 });
  expect(
    answer.items.map(({ printedFor, scanCount, typedCount, recentUseCount }) => [
      printedFor.name,
      scanCount,
      typedCount,
      recentUseCount,
    ]),
  ).toEqual([
    ['Red', 2, 1, 3],
    ['Blue', 1, 0, 0],
    ['Colours', 0, 0, 0],
  ]);
  expect(await brokenBy(book)).toMatchObject({ totalCount: 4, useCount: 4 });
  expect(await namesBrokenBy(red, blue)).toEqual(['Blue', 'Red']);
  // A part that goes with another one counts once.
  expect(await brokenBy(red, unit, book)).toMatchObject({ totalCount: 4, useCount: 4 });
});

test('a code that opens something else is broken by the deletion of that, and no longer by its own', async () => {
  const { book, red, blue } = await madeBook('BRK-2');
  const other = await madeBook('BRK-3');
  await retarget(book, 'Red', other.book, 'Blue');
  expect(await namesBrokenBy(red)).toEqual([]);
  expect(await namesBrokenBy(red, blue)).toEqual(['Blue']);
  expect(await namesBrokenBy(other.blue)).toEqual(['Blue', 'Red']);
  // Its own page is gone already, and the code goes on to the other one.
  await writer.call(deleteContent, { params: { id: red.id } }).expect(204);
  expect(await namesBrokenBy(other.unit)).toEqual(['Blue', 'Colours', 'Red', 'Red']);
});

test('codes of drafts count once they were used, and those of what is deleted or unknown never', async () => {
  const { unit, red } = await madeBook('BRK-4');
  const draft = await writer.content(unit.id, { name: 'Green', published: false });
  expect(await namesBrokenBy(draft)).toEqual([]);
  await scan(draft.hashCode);
  expect(await namesBrokenBy(draft)).toEqual(['Green']);
  await writer.call(deleteContent, { params: { id: red.id } }).expect(204);
  expect(await brokenBy(red, { id: newId() })).toEqual({
    items: [],
    totalCount: 0,
    useCount: 0,
    recentUseCount: 0,
    lastUsedAt: null,
  });
});

test('a draft breaks what students can open now, and no code that opens nothing already', async () => {
  const { book, unit, red, blue } = await madeBook('BRK-6');
  const draft = await writer.content(unit.id, { name: 'Green', published: false });
  await scan(draft.hashCode);
  await scan(red.hashCode);
  const answer = await brokenSo('draft', unit);
  expect(namesIn(answer)).toEqual(['Blue', 'Colours', 'Red']);
  expect(answer).toMatchObject({ totalCount: 3, useCount: 1, recentUseCount: 1 });
  expect(Date.now() - Date.parse(answer.lastUsedAt ?? '')).toBeLessThan(60_000);
  expect(namesIn(await brokenSo('draft', draft))).toEqual([]);
  expect(namesIn(await brokenSo('deletion', draft))).toEqual(['Green']);
  // A draft of its target breaks a retargeted code; a draft of its original page does not.
  await retarget(book, 'Red', book, 'Blue');
  expect(namesIn(await brokenSo('draft', blue))).toEqual(['Blue', 'Red']);
  expect(namesIn(await brokenSo('draft', red))).toEqual([]);
});

test('a new QR code breaks the one that opens now, alone: what is typed goes on, and so does what opens it instead', async () => {
  const { book, unit, red, blue } = await madeBook('BRK-7');
  await scan(red.hashCode);
  const { hashCode } = await answerOf(
    regenerateContentQrCode,
    writer.call(regenerateContentQrCode, { params: { id: red.id } }),
  );
  const never = { totalCount: 1, useCount: 0, recentUseCount: 0, lastUsedAt: null };
  await send(world, typedCode, { query: { code: 'BRK-7-P5' } }).expect(200);
  expect(await brokenSo('newQrCode', red)).toMatchObject(never);
  await scan(hashCode);
  await scan(hashCode);
  const answer = await brokenSo('newQrCode', red);
  expect(answer).toMatchObject({ totalCount: 1, useCount: 2, recentUseCount: 2 });
  expect(answer.lastUsedAt).not.toBeNull();
  await retarget(book, 'Red', book, 'Blue');
  expect(namesIn(await brokenSo('newQrCode', blue))).toEqual(['Blue']);
  expect(namesIn(await brokenSo('newQrCode', red))).toEqual(['Red']);
  expect(namesIn(await brokenSo('newQrCode', unit))).toEqual(['Colours']);
});

test('what a deletion breaks is told to those who may delete, for 1 to 100 ids', async () => {
  const { red } = await madeBook('BRK-5');
  const token = await tokenOf(world, await addStaff(world, { role: 'Teacher' }));
  await problemOf(send(world, printedCodesBrokenBy, { token, query: { Ids: [red.id] } }), 403);
  await problemOf(writer.call(printedCodesBrokenBy), 400);
  await problemOf(writer.call(printedCodesBrokenBy, { query: { Ids: ['red'] } }), 400);
  await problemOf(writer.call(printedCodesBrokenBy, { query: { Ids: [red.id], By: 'fire' } }), 400);
  const Ids = Array.from({ length: 101 }, () => newId());
  expect(await problemOf(writer.call(printedCodesBrokenBy, { query: { Ids } }), 400)).toMatchObject({
    errors: { Ids: ['messages.tooManyAtOnce'] },
  });
});
