import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { accountLinks, auditLog, users } from '#api/ground/db/schema.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { grantableRoles } from '#schema/rest/roles.ts';
import { createUser, userById, users as listUsers } from '#schema/rest/users.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, makeSchools, problemOf, send, tokenOf, type Who } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

const person = (over: Record<string, unknown> = {}) => ({
  email: `${newId()}@school.test`,
  firstName: '花子',
  lastName: '山田',
  role: 'Teacher',
  ...over,
});

const create = (who: Who, over: Record<string, unknown> = {}) =>
  send(world, createUser, { token: school.tokens[who], body: person(over) });
const created = (who: Who, over: Record<string, unknown> = {}) => answerOf(createUser, create(who, over));

describe('a new member of staff', () => {
  test('is invited, by a link and a mail, and can be read and found', async () => {
    const user = await created('owner', { phoneNumber: '０９０−１２３４ー５６７８', language: 'jp' });
    expect(user).toMatchObject({
      status: UserStatus.INVITED,
      role: 'Teacher',
      phoneNumber: '09012345678',
      phoneType: 2,
      language: 'jp',
      version: 1,
      invitedBy: { id: school.people.owner.id },
    });
    expect(user.invitedAt).not.toBeNull();
    const links = await world.services.db.select().from(accountLinks).where(eq(accountLinks.userId, user.id));
    expect(links).toMatchObject([{ purpose: 'invitation', requestedById: school.people.owner.id, voidedAt: null }]);
    const read = send(world, userById, { token: school.tokens.owner, params: { Id: user.id } });
    expect(await answerOf(userById, read)).toEqual(user);
    const query = { SearchText: '山田花子', PageSize: 100 };
    const found = await answerOf(listUsers, send(world, listUsers, { token: school.tokens.owner, query }));
    expect(found.items.map(({ id }) => id)).toContain(user.id);
  });

  test('is written down with who made them', async () => {
    const user = await created('admin');
    const [entry] = await world.services.db.select().from(auditLog).where(eq(auditLog.entityId, user.id));
    expect(entry).toMatchObject({ action: 'create', actorId: school.people.admin.id, after: { email: user.email } });
  });

  test('gets the language of whoever invites, unless told', async () => {
    const token = await tokenOf(world, await addStaff(world, { role: 'SchoolOwner', language: 'jp' }));
    const user = await answerOf(createUser, send(world, createUser, { token, body: person() }));
    expect(user.language).toBe('jp');
  });

  test('takes nothing that the form does not have', async () => {
    const sent = { id: newId(), status: 1, version: 9, passwordHash: 'x', invitedById: newId() };
    const user = await created('owner', { ...sent, ['__proto__']: { role: 'SuperAdmin' } });
    expect(user).toMatchObject({ status: UserStatus.INVITED, version: 1, role: 'Teacher' });
    expect(user.id).not.toBe(sent.id);
    expect(user.invitedBy?.id).toBe(school.people.owner.id);
  });

  test.each([
    ['email', '', 'messages.emailRequire'],
    ['email', 'nobody', 'messages.invalidEmail'],
    ['email', 'a@b.museum', 'messages.invalidEmail'],
    ['firstName', ' \u3000', 'messages.firstNameRequire'],
    ['lastName', undefined, 'messages.lastNameRequire'],
    ['role', undefined, 'messages.roleRequire'],
    ['role', '', 'messages.roleRequire'],
    ['role', 'Student', 'messages.invalidValue'],
    ['phoneNumber', '12345', 'messages.invalidPhone'],
    ['phoneNumber', '090-1234-567x', 'messages.invalidPhone'],
    ['firstName', 'x'.repeat(201), 'messages.valueTooLong'],
  ])('is refused with %s %j', async (field, value, key) => {
    const { errors } = await problemOf(create('admin', { [field]: value }), 400);
    expect(errors).toEqual({ [field]: [key] });
  });

  test.each([
    [1, '0312-34-5678', '0312345678', 1],
    [null, '(03) 1234 5678', '0312345678', 1],
    [2, '+81 90-1234-5678', '09012345678', 2],
    [1, '', null, null],
  ])('of phone type %j with %j is stored as %j', async (phoneType, phoneNumber, digits, type) => {
    expect(await created('admin', { phoneType, phoneNumber })).toMatchObject({ phoneNumber: digits, phoneType: type });
  });

  test('cannot have a number of the other type', async () => {
    const { errors } = await problemOf(create('admin', { phoneType: 1, phoneNumber: '09012345678' }), 400);
    expect(errors).toEqual({ phoneNumber: ['messages.invalidPhone'] });
  });
});

describe('an e-mail', () => {
  test('belongs to one, whatever its case and width', async () => {
    const id = newId();
    const made = await created('owner', { email: `${id}@School.test` });
    const again = (who: 'owner' | 'otherOwner') =>
      problemOf(create(who, { email: `${id.toUpperCase()}＠school.TEST` }), 409);
    const refusal = {
      messageKey: 'messages.emailExists',
      detail: 'The email already exists.',
      errors: { email: ['messages.emailExists'] },
    };
    expect(await again('owner')).toMatchObject({ ...refusal, existingId: made.id });
    // Whoever does not see the person learns no more than that the e-mail is taken.
    const elsewhere = await again('otherOwner');
    expect(elsewhere).toMatchObject(refusal);
    expect(elsewhere).not.toHaveProperty('existingId');
  });

  test('that twenty send at once makes one user and nineteen conflicts', async () => {
    const email = `${newId()}@school.test`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, each) => create('admin', { email: each % 2 ? email : email.toUpperCase() })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(19);
    for (const { body } of refused)
      expect(body).toMatchObject({
        detail: 'The email already exists.',
        messageKey: 'messages.emailExists',
        errors: { email: ['messages.emailExists'] },
      });
    const links = await world.services.db
      .select({ id: accountLinks.id })
      .from(accountLinks)
      .innerJoin(users, eq(users.id, accountLinks.userId))
      .where(eq(users.email, email));
    expect(links.length).toBeLessThanOrEqual(1);
  });
});

describe('roles', () => {
  test.each([
    ['owner', 'Administrator'],
    ['owner', 'SuperAdmin'],
    ['admin', 'SuperAdmin'],
  ] as const)('%s cannot make a %s', async (who, role) => {
    expect(await problemOf(create(who, { role }), 403)).toMatchObject({ messageKey: 'messages.roleAboveOwn' });
  });

  test('on offer are those the caller may grant, page by page, with what they may do', async () => {
    const ask = (who: Who, query = {}) =>
      answerOf(grantableRoles, send(world, grantableRoles, { token: school.tokens[who], query }));
    expect(await ask('owner')).toMatchObject({
      items: [
        { role: 'SchoolOwner', permissions: [], areas: ['users', 'classes'] },
        { role: 'Teacher', permissions: ['Class:All', 'Community:All'], areas: ['classes'] },
      ],
      totalCount: 2,
    });
    const second = await ask('admin', { PageNumber: 2, PageSize: 2 });
    expect(second).toMatchObject({ items: [{ role: 'Teacher' }], pageNumber: 2, pageSize: 2, totalCount: 3 });
  });
});
