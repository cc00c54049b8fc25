import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { newHashCode } from '#api/ground/db/ids.ts';
import { textbooks } from '#api/ground/db/schema.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { type GreenBook, makeGreenBook } from './green-book.ts';

const world = keptApi();
let green: GreenBook;

beforeAll(async () => {
  green = await makeGreenBook(world.services.db);
});

const from = (address: string, path: string, query: Record<string, string>) =>
  supertest(world.apiUrl).get(`/api/Student/${path}`).query(query).set('x-forwarded-for', address);

/** How many of so many calls at once were answered with which status. */
async function statuses(calls: number, ask: () => Promise<{ status: number }>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(Array.from({ length: calls }, ask)))
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('look-ups by code', () => {
  const rightCode = () => ({ hashCode: green.classes.running.classHashCode });

  test('300 children behind one address enter at once', async () => {
    expect(await statuses(300, () => from('203.0.113.1', 'class-detail', rightCode()))).toEqual({ 200: 300 });
  });

  test('60 misses a minute are told apart from too many; other addresses and right codes go on', async () => {
    const miss = () => from('203.0.113.2', 'class-detail', { hashCode: newHashCode() });
    expect(await statuses(70, miss)).toEqual({ 404: 60, 429: 10 });
    const refused = await miss().expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toMatchObject({ messageKey: 'messages.tooManyRequests' });
    await from('203.0.113.2', 'class-detail', rightCode()).expect(200);
    await from('203.0.113.3', 'class-detail', { hashCode: newHashCode() }).expect(404);
  });
});

describe('a book that is not there', () => {
  test.each([
    ['get-textbook-hash-code', { shortCode: 'NOBOOK' }],
    ['typed-code', { code: 'NOBOOK-P1' }],
    ['textbook-detail', { hashCode: newHashCode() }],
    ['lessons-by-short-name', { hashCode: newHashCode() }],
  ])('is called so by %s', async (path, query) => {
    const answer = await from('203.0.113.9', path, query).expect(404);
    expect(answer.body).toMatchObject({ messageKey: 'messages.bookNotFound', detail: 'Book not found' });
  });
});

describe('a short code', () => {
  const typed = (shortCode: string, address = '203.0.113.4') => from(address, 'get-textbook-hash-code', { shortCode });

  test('opens its book however it was typed', async () => {
    for (const code of [
      'GRN-10',
      'grn-10',
      ' grn 10 ',
      'ＧＲＮ－１０',
      'GRN10',
      'grnlO',
      'GRN-I0',
      'ｇｒｎ　１０',
      'GRNー10',
    ])
      expect((await typed(code).expect(200)).body, code).toEqual({ hashCode: green.book.hashCode });
  });

  test('means one book: another that children cannot tell apart from it cannot be stored', async () => {
    const { db } = world.services;
    const { id } = await makeTextBook(db, { shortCode: 'BOOK1' });
    const refused: unknown = await makeTextBook(db, { shortCode: 'ｂ00k-l' }).catch((error: unknown) => error);
    expect(isViolation(refused, 'textbooks_short_code_unique')).toBe(true);
    await db.update(textbooks).set({ deletedAt: new Date() }).where(eq(textbooks.id, id));
    const next = await makeTextBook(db, { shortCode: 'B00K1' });
    expect((await typed('book1').expect(200)).body).toEqual({ hashCode: next.hashCode });
  });

  test('of a draft, of nothing and with nothing in it', async () => {
    await typed('DRAFT7').expect(404);
    await typed('NOBOOK').expect(404);
    await typed('%').expect(404);
    await typed('   ').expect(400);
    await typed('x'.repeat(41)).expect(400);
    await typed('A\u0000B').expect(400);
  });

  test('is no secret: past 60 misses a minute the right one still opens its book', async () => {
    const guess = () => typed('WRONG', '203.0.113.5');
    expect(await statuses(61, guess)).toEqual({ 404: 60, 429: 1 });
    await typed('GRN-10', '203.0.113.5').expect(200);
    await from('203.0.113.5', 'typed-code', { code: green.classes.running.classCode }).expect(200);
    await from('203.0.113.5', 'class-detail', { hashCode: green.classes.running.classHashCode }).expect(200);
  });
});

describe('a class’s code', () => {
  const typed = (code: string, address = '203.0.113.7') => from(address, 'typed-code', { code });

  test('opens its class however it was typed', async () => {
    const { classHashCode } = await makeClass(world.services.db, { textbookId: green.book.id, classCode: '4Q7MQCVK' });
    const opened = {
      ...{ textBookHashCode: green.book.hashCode, classHashCode },
      ...{ lessonHashCode: null, contentHashCode: null },
    };
    for (const code of ['4Q7MQCVK', '4q7mqcvk', ' 4Q7M-QCVK ', '４ｑ７ｍ ｑｃｖｋ', '4O7M0CUK'])
      expect((await typed(code).expect(200)).body, code).toEqual(opened);
  });

  test('that another class’s could be taken for opens its own class as it is written, and none as it is not', async () => {
    const { db } = world.services;
    const zero = await makeClass(db, { textbookId: green.book.id, classCode: 'WX0Y' });
    const letter = await makeClass(db, { textbookId: green.book.id, classCode: 'WXOY' });
    expect((await typed('wx0y').expect(200)).body).toMatchObject({ classHashCode: zero.classHashCode });
    expect((await typed('wxoy').expect(200)).body).toMatchObject({ classHashCode: letter.classHashCode });
    await typed('wxqy').expect(404);
  });

  test('opens a class that is over, so that its page can say so, and none that was deleted or has a draft for a book', async () => {
    const { ended, deleted, ofDraftBook } = green.classes;
    expect((await typed(ended.classCode).expect(200)).body).toMatchObject({ classHashCode: ended.classHashCode });
    await typed(deleted.classCode).expect(404);
    await typed(ofDraftBook.classCode).expect(404);
  });

  test('cannot be guessed at: past 60 misses a minute the right one is refused too', async () => {
    expect(await statuses(60, () => typed('WRNGCDES', '203.0.113.8'))).toEqual({ 404: 60 });
    await typed(green.classes.running.classCode, '203.0.113.8').expect(429);
    await typed('GRN-10', '203.0.113.8').expect(200);
    await typed(green.classes.running.classCode).expect(200);
  });
});
