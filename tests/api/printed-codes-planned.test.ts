import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { printedCodes as codes } from '#api/ground/db/schema.ts';
import { printedCodes, printedCodesBrokenBy, retargetPrintedCode } from '#schema/rest/printed-codes.ts';
import { codeRedirect, typedCode } from '#schema/rest/qr-codes.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeWriter } from './book-writer.ts';
import { send } from './school.ts';

const world = keptApi();

test('a change of what a printed code opens is planned for a later day, opens its own until then, and is taken back before and after', async () => {
  const writer = await makeWriter(world);
  const book = await writer.book({ shortCode: 'PLN-1' });
  const unit = await writer.lesson(book.id);
  const red = await writer.content(unit.id, { pageNumber: 5, name: 'Red' });
  const blue = await writer.content(unit.id, { pageNumber: 6, name: 'Blue' });
  const list = async (query: object = {}) => {
    const params = { textBookId: book.id };
    const { items } = await answerOf(printedCodes, writer.call(printedCodes, { params, query: { ...query } }));
    return items;
  };
  const namesOf = async (State: string) => (await list({ State })).map(({ printedFor }) => printedFor.name);
  const printedOf = async (thing: { readonly id: string }) => {
    const found = (await list()).find(({ printedFor }) => printedFor.id === thing.id);
    if (!found) throw new Error('not in the list');
    return found;
  };
  const redirected = async (hashCode: string) =>
    (await answerOf(codeRedirect, send(world, codeRedirect, { query: { hashCode } }))).opens;
  const { id, version } = await printedOf(red);
  const { id: targetId } = await printedOf(blue);
  const plan = (body: object) => writer.call(retargetPrintedCode, { params: { id }, body: { version, ...body } });
  const opened = async () =>
    (await answerOf(typedCode, send(world, typedCode, { query: { code: 'PLN-1-P5' } }))).contentHashCode;
  const refused = await problemOf(plan({ targetId, from: '2020-02-29' }), 400);
  expect(refused).toMatchObject({ errors: { from: ['messages.dayNotLater'] } });
  await problemOf(plan({ targetId, from: 'tomorrow' }), 400);

  const from = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const planned = await answerOf(retargetPrintedCode, plan({ targetId, from }));
  const { timeZone } = world.services.settings;
  expect(planned).toMatchObject({
    ...{ targetId: id, opensInstead: null, opensLater: { id: blue.id }, retargetedAt: null, version: 2 },
  });
  expect(planned.opensLaterFrom).toBe(from);
  const [{ plannedAt } = { plannedAt: null }] = await world.services.db.select().from(codes).where(eq(codes.id, id));
  expect(plannedAt?.toLocaleString('sv-SE', { timeZone })).toBe(`${from} 00:00:00`);
  expect(await opened()).toBe(red.hashCode);
  expect(await redirected(red.hashCode)).toBeNull();
  expect(await namesOf('planned')).toEqual(['Red']);
  expect(await namesOf('retargeted')).toEqual([]);
  // What it will open counts as broken by a deletion.
  const broken = { query: { Ids: [blue.id] } };
  const { items: breaks } = await answerOf(printedCodesBrokenBy, writer.call(printedCodesBrokenBy, broken));
  expect(breaks.map(({ printedFor }) => printedFor.name).toSorted()).toEqual(['Blue', 'Red']);

  const dropped = await answerOf(retargetPrintedCode, plan({ targetId: planned.targetId, version: 2 }));
  expect(dropped).toMatchObject({ opensInstead: null, opensLater: null, opensLaterFrom: null, version: 3 });

  await answerOf(retargetPrintedCode, plan({ targetId, from, version: 3 }));
  const begins = new Date(Date.now() - 60_000);
  await world.services.db.update(codes).set({ plannedAt: begins }).where(eq(codes.id, id));
  expect(await opened()).toBe(blue.hashCode);
  expect((await redirected(red.hashCode))?.contentHashCode).toBe(blue.hashCode);
  expect(await namesOf('retargeted')).toEqual(['Red']);
  expect(await namesOf('planned')).toEqual([]);
  const begun = await printedOf(red);
  expect(begun).toMatchObject({
    ...{ targetId, opensInstead: { id: blue.id }, opensLater: null, retargetedAt: begins.toISOString() },
    retargetedBy: { id: writer.writer.id },
  });
  // Back to its own on a later day, and then at once.
  const later = await answerOf(retargetPrintedCode, plan({ targetId: id, from, version: 4 }));
  expect(later).toMatchObject({ opensInstead: { id: blue.id }, opensLater: { id: red.id }, version: 5 });
  expect(await opened()).toBe(blue.hashCode);
  const back = await answerOf(retargetPrintedCode, plan({ targetId: id, version: 5 }));
  expect(back).toMatchObject({ opensInstead: null, opensLater: null });
  expect(await opened()).toBe(red.hashCode);
});
