import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, classes as classTable } from '#api/ground/db/schema.ts';
import { copyClass } from '#schema/rest/class-copies.ts';
import { classById, deleteClass, updateClass } from '#schema/rest/classes.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { restoreFromTrash } from '#schema/rest/trash.ts';
import { createUser, deleteUser, updateUser, type UserDetail, users } from '#schema/rest/users.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeSchools, problemOf, send, type Who } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;
beforeAll(async () => {
  school = await makeSchools(world);
});

const person = (over: Record<string, unknown> = {}) => ({
  email: `${newId()}@school.test`,
  firstName: 'Aya',
  lastName: 'Mori',
  role: 'Teacher',
  ...over,
});
const create = (body: object, who: Who = 'admin') => send(world, createUser, { token: school.tokens[who], body });
const created = (over: Record<string, unknown> = {}, who: Who = 'admin') =>
  answerOf(createUser, create(person(over), who));
const change = (one: UserDetail, over: Record<string, unknown>) =>
  send(world, updateUser, {
    token: school.tokens.admin,
    params: { Id: one.id },
    body: { ...person({ email: one.email }), version: one.version, ...over },
  });
const found = async (query: Record<string, unknown>, who: Who = 'admin') =>
  (await answerOf(users, send(world, users, { token: school.tokens[who], query }))).items.map(({ id }) => id).sort();
const foundClasses = async (query: Record<string, unknown>, who: Who = 'admin') =>
  (await school.list(who, query)).map(({ id }) => id).sort();
const remove = (operation: Operation, id: string) =>
  send(world, operation, { token: school.tokens.admin, params: { id, Id: id } }).expect(204);
const restore = (kind: string, id: string) =>
  send(world, restoreFromTrash, { token: school.tokens.admin, params: { kind, id } });

describe('the external ID of a user', () => {
  test('is stored as it is, stays where it is left out, and is emptied by null and by an empty text', async () => {
    const externalId = `  T-${newId()}  `;
    const made = await created({ externalId });
    expect(made.externalId).toBe(externalId.trim());
    const renamed = await answerOf(updateUser, change(made, { lastName: 'Mori-Ito' }));
    expect(renamed.externalId).toBe(externalId.trim());
    const emptied = await answerOf(updateUser, change(renamed, { externalId: null }));
    expect(emptied.externalId).toBeNull();
    expect((await created({ externalId: ' ' })).externalId).toBeNull();
    expect((await created()).externalId).toBeNull();
  });

  test('is one person’s alone, letter case and all; a conflict names that person to who sees them', async () => {
    const externalId = `t-${newId()}`;
    const made = await created({ externalId }, 'owner');
    const refusal = { messageKey: 'messages.externalIdExists', errors: { externalId: ['messages.externalIdExists'] } };
    expect(await problemOf(create(person({ externalId }), 'owner'), 409)).toMatchObject({
      ...refusal,
      existingId: made.id,
    });
    const elsewhere = await problemOf(create(person({ externalId }), 'otherOwner'), 409);
    expect(elsewhere).toMatchObject(refusal);
    expect(elsewhere).not.toHaveProperty('existingId');
    const other = await created({ externalId: externalId.toUpperCase() });
    expect(await problemOf(change(other, { externalId }), 409)).toMatchObject({ ...refusal, existingId: made.id });
  });

  test.each([
    ['longer than 200 characters', 'x'.repeat(201)],
    ['no text', 7],
  ])('is not %s', async (_, externalId) => {
    expect((await problemOf(create(person({ externalId })), 400)).errors).toHaveProperty('externalId');
  });

  test('is free again once its user is deleted, who then comes back only when it is', async () => {
    const externalId = newId();
    const made = await created({ externalId });
    await remove(deleteUser, made.id);
    const next = await created({ externalId });
    expect(await problemOf(restore('users', made.id), 409)).toMatchObject({ messageKey: 'messages.externalIdExists' });
    await remove(deleteUser, next.id);
    await restore('users', made.id).expect(204);
  });
});

describe('users are looked up', () => {
  test('by external IDs and by e-mail, among those whom the caller sees', async () => {
    const [one, two] = [await created({ externalId: newId() }, 'owner'), await created({ externalId: newId() })];
    const ids = [one.id, two.id].sort();
    expect(await found({ ExternalIds: [one.externalId, two.externalId, newId()] })).toEqual(ids);
    expect(await found({ Emails: [one.email.toUpperCase(), two.email] })).toEqual(ids);
    expect(await found({ Emails: [one.email, two.email] }, 'owner')).toEqual([one.id]);
    expect(await found({ ExternalIds: [one.externalId, two.externalId] }, 'otherOwner')).toEqual([]);
    expect(await found({ ExternalIds: [one.externalId], Emails: [two.email] })).toEqual([]);
  });

  test('by the moment since which they changed', async () => {
    const made = await created({ externalId: newId() });
    const query = { ExternalIds: [made.externalId] };
    expect(await found({ ...query, UpdatedSince: made.updatedAt })).toEqual([made.id]);
    const later = new Date(Date.parse(made.updatedAt) + 1000).toISOString();
    expect(await found({ ...query, UpdatedSince: later })).toEqual([]);
  });

  test.each([
    [{ ExternalIds: Array.from({ length: 101 }, String) }],
    [{ Emails: ['x'.repeat(255)] }],
    [{ UpdatedSince: 'yesterday' }],
  ])('not by %j', async (query) => {
    await problemOf(send(world, users, { token: school.tokens.admin, query }), 400);
  });
});

describe('the external ID of a class', () => {
  test('is stored, stays where it is left out, and is emptied by null', async () => {
    const externalId = newId();
    const made = await school.created('owner', { externalId });
    expect(made.externalId).toBe(externalId);
    await school.put('owner', made, { className: '3-2' }).expect(200);
    const params = { id: made.id };
    const now = await answerOf(classById, send(world, classById, { token: school.tokens.owner, params }));
    expect(now.externalId).toBe(externalId);
    const emptied = await answerOf(updateClass, school.put('owner', now, { externalId: null }));
    expect(emptied.externalId).toBeNull();
  });

  test('is one class’s alone; a conflict names that class to who sees it', async () => {
    const externalId = newId();
    const made = await school.created('owner', { externalId });
    const refusal = { messageKey: 'messages.externalIdExists', existingId: made.id };
    expect(await problemOf(school.create('admin', { externalId }), 409)).toMatchObject(refusal);
    const other = await school.created('owner');
    expect(await problemOf(school.put('owner', other, { externalId }), 409)).toMatchObject(refusal);
    expect(await problemOf(school.create('otherOwner', { externalId }), 409)).not.toHaveProperty('existingId');
  });

  test('stays with it when it is copied', async () => {
    const { id } = await school.created('admin', { externalId: newId() });
    const body = { include: {}, dryRun: false };
    const copy = await answerOf(
      copyClass,
      send(world, copyClass, { token: school.tokens.admin, params: { id }, body }),
    );
    expect(copy.class).toMatchObject({ externalId: null });
  });

  test('finds it, as its code does and the moment of its change, for those who see it', async () => {
    const [one, two] = [await school.created('owner', { externalId: newId() }), await school.created('admin')];
    expect(await foundClasses({ ExternalIds: [one.externalId, newId()] })).toEqual([one.id]);
    expect(await foundClasses({ ClassCodes: [one.classCode.toLowerCase(), two.classCode] })).toEqual(
      [one.id, two.id].sort(),
    );
    expect(await foundClasses({ ClassCodes: [one.classCode, two.classCode] }, 'owner')).toEqual([one.id]);
    expect(await foundClasses({ ExternalIds: [one.externalId] }, 'otherOwner')).toEqual([]);
    const since = { ExternalIds: [one.externalId], UpdatedSince: one.updatedAt };
    expect(await foundClasses(since)).toEqual([one.id]);
    const later = new Date(Date.parse(one.updatedAt) + 1000).toISOString();
    expect(await foundClasses({ ...since, UpdatedSince: later })).toEqual([]);
  });
});

describe('the code of a deleted class', () => {
  const aCode = () => `C${newId().slice(-8).toUpperCase()}`;

  test('may be given to another; the restored class then gets a new code and keeps its QR code', async () => {
    const classCode = aCode();
    const made = await school.created('admin', { classCode });
    await remove(deleteClass, made.id);
    const next = await school.created('admin', { classCode });
    await restore('classes', made.id).expect(204);
    const [row] = await world.services.db.select().from(classTable).where(eq(classTable.id, made.id));
    expect(row).toMatchObject({ classHashCode: made.classHashCode, deletedAt: null });
    expect(row?.classCode).not.toBe(classCode);
    expect(await foundClasses({ SearchText: row?.classCode })).toEqual([made.id]);
    expect(await foundClasses({ ClassCodes: [classCode] })).toEqual([next.id]);
    const [written] = await world.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entityId, made.id), eq(auditLog.action, 'restore')));
    expect(written?.after).toEqual({ classCode: row?.classCode });
  });

  test('comes back with its class where nobody has taken it', async () => {
    const classCode = aCode();
    const { id } = await school.created('admin', { classCode });
    await remove(deleteClass, id);
    await restore('classes', id).expect(204);
    expect(await foundClasses({ ClassCodes: [classCode] })).toEqual([id]);
  });
});
