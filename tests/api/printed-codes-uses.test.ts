import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { printedCodes, rateLimits } from '#api/ground/db/schema.ts';
import { countCodeUse, typedCode } from '#schema/rest/qr-codes.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addTextBook, problemOf, send } from './school.ts';

const world = keptApi();
let book: Awaited<ReturnType<typeof addTextBook>>;

beforeEach(async () => {
  await world.services.db.delete(rateLimits);
  book = await addTextBook(world);
});

const school = '198.51.100.20';
const scan = (address = school, hashCode = book.hashCode) =>
  send(world, countCodeUse, { body: { hashCode } }).set('x-forwarded-for', address);
const type = (address = school) =>
  send(world, typedCode, { query: { code: book.shortCode } }).set('x-forwarded-for', address);

const usesOf = async (kind: 'link' | 'form') =>
  (
    await world.services.db
      .select({ uses: printedCodes.uses })
      .from(printedCodes)
      .where(and(eq(printedCodes.entityId, book.id), eq(printedCodes.kind, kind)))
  ).map(({ uses }) => uses);

/** As if each code had been used so often today from each network that has used it. */
const usedToday = (points: number) => world.services.db.update(rateLimits).set({ points });

test('thirty children behind one address are all counted', async () => {
  await Promise.all(Array.from({ length: 30 }, () => scan().expect(204)));
  await Promise.all(Array.from({ length: 10 }, () => type().expect(200)));
  expect([await usesOf('link'), await usesOf('form')]).toEqual([[30], [10]]);
});

test('a code that one address has used two thousand times today opens as ever, and is not counted for it any more', async () => {
  await scan().expect(204);
  await type().expect(200);
  await usedToday(1_999);
  for (let time = 0; time < 2; time += 1) {
    await scan().expect(204);
    await type().expect(200);
  }
  expect([await usesOf('link'), await usesOf('form')]).toEqual([[2], [2]]);
  // Another school is counted, and so is another code of the same school.
  await scan('198.51.100.21').expect(204);
  await type('2001:db8::7').expect(200);
  expect([await usesOf('link'), await usesOf('form')]).toEqual([[3], [3]]);
  book = await addTextBook(world);
  await scan().expect(204);
  expect(await usesOf('link')).toEqual([1]);
});

test('a code that never was one counts as a miss and keeps no count of its own', async () => {
  await problemOf(scan(school, 'nobody-knows-this-code'), 404);
  const rows = await world.services.db.select().from(rateLimits);
  expect(rows.map(({ key }) => key.split(':')[0])).toEqual(['code-misses']);
});
