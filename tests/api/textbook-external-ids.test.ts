import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, textbooks as textbookTable } from '#api/ground/db/schema.ts';
import {
  createTextBook,
  deleteTextBook,
  textBookById,
  type TextBookDetail,
  textBooks,
  updateTextBook,
} from '#schema/rest/textbooks.ts';
import { restoreFromTrash } from '#schema/rest/trash.ts';
import { upsertClasses, type UpsertResults, upsertTextBooks } from '#schema/rest/upserts.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeKey } from './key-ring.ts';
import { makeSchools, problemOf, send } from './school.ts';
import { makeWriter, type Writer } from './book-writer.ts';

const world = keptApi();
let writer: Writer;
beforeAll(async () => {
  writer = await makeWriter(world);
});

const aCode = () => `X${newId().slice(-12)}`;
const create = (over: object) =>
  writer.call(createTextBook, { body: writer.values.book({ shortCode: aCode(), ...over }) });
const created = (over: object = {}) => answerOf(createTextBook, create(over));
const change = ({ id, version, name, shortCode }: TextBookDetail, over: object) =>
  writer.call(updateTextBook, { params: { Id: id }, body: { version, name, shortCode, ...over } });
const read = ({ id }: TextBookDetail) => answerOf(textBookById, writer.call(textBookById, { params: { Id: id } }));
const found = async (query: Record<string, unknown>) =>
  (await answerOf(textBooks, writer.call(textBooks, { query }))).items.map(({ id }) => id).sort();
const remove = ({ id }: TextBookDetail) => writer.call(deleteTextBook, { params: { Id: id } }).expect(204);
const bring = (rows: readonly object[]) => answerOf(upsertTextBooks, writer.call(upsertTextBooks, { body: { rows } }));
const outcomes = ({ results }: UpsertResults) => results.map(({ outcome }) => outcome);
const aRow = () => ({ externalId: `B-${newId()}`, name: 'Hello 1', shortCode: aCode() });

describe('the external ID of a textbook', () => {
  test('is stored as it is, stays where it is left out, and is emptied by null and by an empty text', async () => {
    const externalId = `  B-${newId()}  `;
    const made = await created({ externalId });
    expect(made.externalId).toBe(externalId.trim());
    await change(made, { name: 'Hello 2' }).expect(200);
    const renamed = await read(made);
    expect(renamed).toMatchObject({ name: 'Hello 2', externalId: externalId.trim() });
    expect((await answerOf(updateTextBook, change(renamed, { externalId: null }))).externalId).toBeNull();
    expect((await created({ externalId: ' ' })).externalId).toBeNull();
    const [, line] = await world.services.db
      .select({ before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entityId, made.id), eq(auditLog.action, 'update')))
      .orderBy(auditLog.id);
    expect(line).toMatchObject({ before: { externalId: externalId.trim() }, after: { externalId: null } });
  });

  test('is one textbook’s alone, letter case and all; a conflict names that textbook', async () => {
    const externalId = `b-${newId()}`;
    const made = await created({ externalId });
    const refusal = {
      messageKey: 'messages.externalIdExists',
      errors: { externalId: ['messages.externalIdExists'] },
      existingId: made.id,
    };
    expect(await problemOf(create({ externalId }), 409)).toMatchObject(refusal);
    const other = await created({ externalId: externalId.toUpperCase() });
    expect(await problemOf(change(other, { externalId }), 409)).toMatchObject(refusal);
  });

  test.each([
    ['longer than 200 characters', 'x'.repeat(201)],
    ['no text', 7],
  ])('is not %s', async (_, externalId) => {
    expect((await problemOf(create({ externalId }), 400)).errors).toHaveProperty('externalId');
  });

  test('is free again once its textbook is deleted, which then comes back only when it is', async () => {
    const externalId = newId();
    const made = await created({ externalId });
    await remove(made);
    const next = await created({ externalId });
    const restore = () => writer.call(restoreFromTrash, { params: { kind: 'textbooks', id: made.id } });
    expect(await problemOf(restore(), 409)).toMatchObject({ messageKey: 'messages.externalIdExists' });
    await remove(next);
    await restore().expect(204);
  });
});

describe('textbooks are looked up', () => {
  test('by external IDs, by short codes as children type them, and by the moment of their change', async () => {
    const [one, two] = [await created({ externalId: newId() }), await created()];
    expect(await found({ ExternalIds: [one.externalId, newId()] })).toEqual([one.id]);
    const spaced = ` ${two.shortCode.slice(0, 4)}-${two.shortCode.slice(4).toLowerCase()}`;
    expect(await found({ ShortCodes: [one.shortCode, spaced] })).toEqual([one.id, two.id].sort());
    expect(await found({ ExternalIds: [one.externalId], ShortCodes: [two.shortCode] })).toEqual([]);
    const since = { ExternalIds: [one.externalId], UpdatedSince: one.updatedAt };
    expect(await found(since)).toEqual([one.id]);
    const later = new Date(Date.parse(one.updatedAt) + 1000).toISOString();
    expect(await found({ ...since, UpdatedSince: later })).toEqual([]);
    expect(await found({ ...since, After: '' })).toEqual([one.id]);
  });

  test.each([
    [{ ExternalIds: Array.from({ length: 101 }, String) }],
    [{ ShortCodes: ['x'.repeat(255)] }],
    [{ UpdatedSince: 'yesterday' }],
  ])('not by %j', async (query) => {
    await problemOf(writer.call(textBooks, { query }), 400);
  });
});

describe('textbooks of the school’s own system', () => {
  test('are created, changed and left alone, each by its row, and the others where one is refused', async () => {
    const [known, same, isNew] = [aRow(), { ...aRow(), description: 'First year' }, { ...aRow(), published: false }];
    expect(outcomes(await bring([known, same]))).toEqual(['created', 'created']);
    const wrong = { ...aRow(), name: ' ', shortCode: '--' };
    const told = await bring([{ ...known, name: 'Hello 2' }, wrong, same, isNew]);
    expect(outcomes(told)).toEqual(['updated', 'refused', 'unchanged', 'created']);
    expect(told.results[1]).toEqual({
      ...{ externalId: wrong.externalId, id: null, outcome: 'refused', messageKey: 'messages.validationFailed' },
      faults: [
        { field: 'name', messageKeys: ['messages.textBookNameRequire'] },
        { field: 'shortCode', messageKeys: ['messages.shortCodeOfDashes'] },
      ],
    });
    const [row] = await world.services.db
      .select()
      .from(textbookTable)
      .where(eq(textbookTable.externalId, isNew.externalId));
    expect(row).toMatchObject({ name: 'Hello 1', publishedAt: null });
  });

  test('keep what a row leaves out', async () => {
    const thumbnailId = writer.picture.id;
    const row = aRow();
    const made = await created({ ...row, description: 'First year', thumbnailId, published: false });
    expect(outcomes(await bring([row]))).toEqual(['unchanged']);
    expect(outcomes(await bring([{ ...row, name: 'Hello 3' }]))).toEqual(['updated']);
    expect(await read(made)).toMatchObject({ description: 'First year', thumbnailId, publishedAt: null });
    for (const sent of [{ description: null }, { published: true }])
      expect(outcomes(await bring([{ ...row, name: 'Hello 3', ...sent }]))).toEqual(['updated']);
    expect(await read(made)).toMatchObject({ description: '', publishedAt: expect.any(String) as string });
  });

  test('take over the one that was made by hand with the short code, and never one that has an id already', async () => {
    const byHand = await created();
    const row = { ...aRow(), shortCode: ` ${byHand.shortCode.toLowerCase()}` };
    expect((await bring([row])).results[0]).toMatchObject({ id: byHand.id, outcome: 'updated' });
    expect((await bring([{ ...row, externalId: `${row.externalId}-2` }])).results[0]).toMatchObject({
      ...{ outcome: 'refused', messageKey: 'messages.shortCodeExists', id: byHand.id },
    });
    const own = await created();
    const { name, shortCode } = own;
    expect(outcomes(await bring([{ externalId: own.id, name, shortCode }]))).toEqual(['unchanged']);
    expect((await read(own)).externalId).toBeNull();
  });

  test('sent twice at once are one textbook', async () => {
    const rows = [aRow()];
    const told = await Promise.all([bring(rows), bring(rows), bring(rows)]);
    expect(told.flatMap(outcomes).sort()).toEqual(['created', 'unchanged', 'unchanged']);
  });

  test('are 100 in a call at most, and those who do not write textbooks bring none', async () => {
    const rows = Array.from({ length: 101 }, aRow);
    expect((await problemOf(writer.call(upsertTextBooks, { body: { rows } }), 400)).errors).toEqual({
      rows: ['messages.tooManyAtOnce'],
    });
    const { tokens } = await makeSchools(world);
    const { key } = await makeKey(world, { scopes: ['TextBook:read'] });
    for (const token of [tokens.owner, tokens.teacher, key])
      await problemOf(send(world, upsertTextBooks, { token, body: { rows: [aRow()] } }), 403);
  });

  test('are named by a class of a roster', async () => {
    const book = await created({ externalId: newId() });
    const aClass = { externalId: newId(), className: '3-1', startDate: '2026-04-01', endDate: '2027-03-31' };
    const bringClass = async (over: object) =>
      (
        await answerOf(
          upsertClasses,
          writer.call(upsertClasses, { body: { rows: [{ ...aClass, externalId: newId(), ...over }] } }),
        )
      ).results[0];
    expect(await bringClass({ textBookExternalId: book.externalId })).toMatchObject({ outcome: 'created' });
    expect((await bringClass({ textBookExternalId: newId() }))?.faults).toEqual([
      { field: 'textBookExternalId', messageKeys: ['messages.textBookNotAvailable'] },
    ]);
  });
});
