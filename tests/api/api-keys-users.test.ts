import { and, desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog } from '#api/ground/db/schema.ts';
import { auditEntries } from '#schema/rest/audit.ts';
import { createClass } from '#schema/rest/classes.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { setUserStatuses } from '#schema/rest/users-at-once.ts';
import { createUser, updateUser, userById } from '#schema/rest/users.ts';
import { setUserStatus } from '#schema/rest/user-accounts.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeKey } from './key-ring.ts';
import { addStaff, makeSchools, type Member, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let held: Awaited<ReturnType<typeof makeKey>>;
let token: string;
beforeAll(async () => {
  held = await makeKey(world, { scopes: ['User:read', 'User:write', 'Class:write'] });
  token = held.key;
});

const person = (over: Record<string, unknown> = {}) => ({
  email: `${newId()}@school.test`,
  firstName: 'Aya',
  lastName: 'Mori',
  role: 'Teacher',
  ...over,
});
const create = (over: Record<string, unknown> = {}, by = token) =>
  send(world, createUser, { token: by, body: person(over) });
const update = ({ id, email, version }: Pick<Member, 'id' | 'email' | 'version'>, over: Record<string, unknown> = {}) =>
  send(world, updateUser, { token, params: { Id: id }, body: { ...person({ email }), version, ...over } });
const set = ({ id }: Pick<Member, 'id'>, status: UserStatus) =>
  send(world, setUserStatus, { token, params: { id }, body: { status } });
const keyOf = async (sent: ReturnType<typeof send>, status = 403) => (await problemOf(sent, status)).messageKey;

describe('an API key with User:write', () => {
  test('invites a teacher, and changes, deactivates and reactivates them', async () => {
    const made = await answerOf(createUser, create({ externalId: newId() }));
    expect(made).toMatchObject({ status: UserStatus.INVITED, refusal: null });
    const email = `${newId()}@school.test`;
    const moved = await answerOf(updateUser, update(made, { email, lastName: 'Ito' }));
    expect(moved).toMatchObject({ email, lastName: 'Ito', externalId: made.externalId });
    expect(await answerOf(setUserStatus, set(made, UserStatus.DEACTIVATED))).toMatchObject({
      status: UserStatus.DEACTIVATED,
    });
    const body = { ids: [made.id], status: UserStatus.ACTIVED };
    expect(await answerOf(setUserStatuses, send(world, setUserStatuses, { token, body }))).toMatchObject({
      changed: 1,
    });
  });

  test('is refused what is not right', async () => {
    expect((await problemOf(create({ email: 'nobody', lastName: '' }), 400)).errors).toMatchObject({
      email: ['messages.invalidEmail'],
      lastName: ['messages.lastNameRequire'],
    });
  });

  test.each(['SuperAdmin', 'Administrator', 'SchoolOwner'] as const)('makes no %s', async (role) => {
    const superKey = await makeKey(world, {
      owner: await addStaff(world, { role: 'SuperAdmin' }),
      scopes: ['User:write'],
    });
    expect(await keyOf(create({ role }, superKey.key))).toBe('messages.apiKeyTeachersOnly');
    const teacher = await addStaff(world, { role: 'Teacher' });
    expect(await keyOf(update(teacher, { role }))).toBe('messages.apiKeyTeachersOnly');
  });

  test.each(['Administrator', 'SchoolOwner'] as const)('changes no %s', async (role) => {
    const other = await addStaff(world, { role });
    expect(await keyOf(update(other, { role }))).toBe('messages.apiKeyTeachersOnly');
    expect(await keyOf(update(other))).toBe('messages.apiKeyTeachersOnly');
    expect(await keyOf(set(other, UserStatus.DEACTIVATED))).toBe('messages.apiKeyTeachersOnly');
    const body = { ids: [other.id], status: UserStatus.DEACTIVATED };
    expect(await answerOf(setUserStatuses, send(world, setUserStatuses, { token, body }))).toMatchObject({
      results: [{ id: other.id, messageKey: 'messages.apiKeyTeachersOnly' }],
    });
    const params = { Id: other.id };
    expect(await answerOf(userById, send(world, userById, { token, params }))).toMatchObject({
      refusal: 'messages.apiKeyTeachersOnly',
    });
  });

  test('does not change its maker', async () => {
    expect(await keyOf(update(held.owner, { role: 'Administrator' }))).toBe('messages.apiKeyTeachersOnly');
    expect(await keyOf(update(held.owner, { email: `${newId()}@school.test` }))).toBe('messages.apiKeyTeachersOnly');
    expect(await keyOf(set(held.owner, UserStatus.DEACTIVATED))).toBe('messages.ownStatus');
  });

  test('changes no email of somebody who has set a password, and takes no password', async () => {
    const email = `${newId()}@school.test`;
    for (const status of [UserStatus.ACTIVED, UserStatus.DEACTIVATED]) {
      const teacher = await addStaff(world, { role: 'Teacher', status, passwordHash: 'x' });
      expect(await keyOf(update(teacher, { email }))).toBe('messages.apiKeyEmailFixed');
      expect(await keyOf(update(teacher, { email, password: 'whatever it is' }))).toBe('messages.apiKeyNotHere');
      await update(teacher, { email: teacher.email.toUpperCase(), firstName: 'Mio' }).expect(200);
    }
  });

  test('is named by the audit log beside its maker, whatever it changed', async () => {
    const made = await answerOf(createUser, create());
    const { book } = await makeSchools(world);
    const body = { className: '3-1', textBookId: book.id, startDate: '2026-04-01', endDate: '2027-03-31' };
    const ofClass = await answerOf(createClass, send(world, createClass, { token, body }));
    const admin = await tokenOf(world, held.owner);
    for (const EntityId of [made.id, ofClass.id]) {
      const { items } = await answerOf(auditEntries, send(world, auditEntries, { token: admin, query: { EntityId } }));
      expect(items).toMatchObject([{ actorId: held.owner.id, apiKeyName: expect.stringMatching(/^Key /) as string }]);
    }
    await send(world, setUserStatus, {
      token: admin,
      params: { id: made.id },
      body: { status: UserStatus.DEACTIVATED },
    }).expect(200);
    const [byHand] = await world.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entityId, made.id), eq(auditLog.action, 'status')))
      .orderBy(desc(auditLog.at));
    expect(byHand).toMatchObject({ actorId: held.owner.id, apiKeyName: null });
  });
});
