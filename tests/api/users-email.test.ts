import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSession } from '#api/domains/auth/sessions.ts';
import { auditLog } from '#api/ground/db/schema.ts';
import { changePassword, confirmEmail, passwordLink, refreshToken } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { updateUser, userById } from '#schema/rest/users.ts';
import { setUserStatus } from '#schema/rest/user-accounts.ts';
import { answerOf } from '#tests/support/answers.ts';
import { ownMailServer } from '#tests/support/own-mail-server.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { ownWorld } from '#tests/support/world.ts';
import { mailsTo, tokenIn } from './mail-box.ts';
import { addStaff, type Member, problemOf, send, signInAs, tokenOf } from './school.ts';

const server = ownMailServer();
const world = ownWorld(() => ({ gateway: false, api: { smtpUrl: server.url } }));
const password = 'はる to なつ';
const office = 'a password of the office';
let [passwordHash, officeHash] = ['', ''];
let owner: Member;
let admin: Member;
let teacher: Member;

beforeAll(async () => {
  [passwordHash, officeHash] = [await quickHash(password), await quickHash(office)];
  owner = await addStaff(world, { role: 'SchoolOwner', passwordHash: officeHash });
  admin = await addStaff(world, { role: 'Administrator', passwordHash: officeHash });
});
beforeEach(async () => {
  teacher = await addStaff(world, { role: 'Teacher', invitedById: owner.id, passwordHash });
});

const put = async (by: Member, member: Member, over: Record<string, unknown>) => {
  const { email, firstName, lastName, role, version } = member;
  const body = { email, firstName, lastName, role, version, ...over };
  return send(world, updateUser, { token: await tokenOf(world, by), params: { Id: member.id }, body });
};
const asked = async (by: Member, member: Member, over: Record<string, unknown>) =>
  updateUser.response.parse((await put(by, member, over)).body);
const emailOf = async ({ id }: Member) =>
  (await answerOf(userById, send(world, userById, { token: await tokenOf(world, admin), params: { Id: id } }))).email;
const confirm = (token: string, own?: string) => send(world, confirmEmail, { body: { token, password: own } });
const linkTo = async (address: string) => tokenIn((await mailsTo(server, address, 1))[0]);

describe('another e-mail asked for by who manages somebody', () => {
  test('stays the old one until the person confirms it with their own password; both addresses are mailed', async () => {
    const email = `new-${teacher.email}`;
    const session = await openSession(world.services, teacher, { remembered: false });
    const answer = await asked(owner, teacher, { email, firstName: 'みどり' });
    expect(answer).toMatchObject({ email: teacher.email, pendingEmail: email, firstName: 'みどり' });
    const [notice] = await mailsTo(server, teacher.email, 1);
    expect(notice?.text).toContain(email);
    await send(world, refreshToken, { body: { refreshToken: session.refreshToken } }).expect(200);

    const token = await linkTo(email);
    const link = await answerOf(passwordLink, send(world, passwordLink, { query: { token } }));
    expect(link).toMatchObject({ purpose: 'email', account: { email }, invitedBy: { lastName: owner.lastName } });
    expect((await problemOf(confirm(token), 400)).errors).toEqual({ password: ['messages.ownPasswordRequire'] });
    const wrong = await problemOf(confirm(token, office), 400);
    expect(wrong.errors).toEqual({ password: ['messages.ownPasswordWrong'] });
    expect(await emailOf(teacher)).toBe(teacher.email);

    const before = await signInAs(world, { email: teacher.email, password });
    await confirm(token, password).expect(204);
    expect(await emailOf(teacher)).toBe(email);
    await send(world, refreshToken, { body: { refreshToken: before.refreshToken } }).expect(401);
    await signInAs(world, { email, password });
    expect((await mailsTo(server, teacher.email, 2))[1]?.subject).toContain('was changed');
    await problemOf(confirm(token, password), 400);
    const log = await world.services.db.select().from(auditLog).where(eq(auditLog.entityId, teacher.id));
    expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['ask-email', 'confirm-email']));
  });

  test('is not asked for when somebody has it, nor for who is deactivated', async () => {
    const { email } = await addStaff(world, { role: 'Teacher' });
    expect((await put(owner, teacher, { email: email.toUpperCase() })).status).toBe(409);
    const token = await tokenOf(world, owner);
    const body = { status: UserStatus.DEACTIVATED };
    await send(world, setUserStatus, { token, params: { id: teacher.id }, body }).expect(200);
    const refused = await put(owner, { ...teacher, version: 2 }, { email: `new-${teacher.email}` });
    expect([refused.status, refused.body]).toMatchObject([409, { errors: { email: ['messages.notActive'] } }]);
  });

  test('nor is it changed at once for a deactivated account without a password, which signs in at a provider', async () => {
    const over = { status: UserStatus.DEACTIVATED, passwordHash: null, lastSignInAt: new Date() };
    const signsInElsewhere = await addStaff(world, { role: 'Teacher', invitedById: owner.id, ...over });
    const refused = await put(owner, signsInElsewhere, { email: `new-${signsInElsewhere.email}` });
    expect([refused.status, refused.body]).toMatchObject([409, { errors: { email: ['messages.notActive'] } }]);
    expect(await emailOf(signsInElsewhere)).toBe(signsInElsewhere.email);
  });

  test('that somebody has come to have meanwhile is a conflict, and nothing is changed', async () => {
    const email = `new-${teacher.email}`;
    await asked(owner, teacher, { email });
    await addStaff(world, { role: 'Teacher', email });
    await problemOf(confirm(await linkTo(email), password), 409);
    expect(await emailOf(teacher)).toBe(teacher.email);
  });

  test('ends with the account’s deactivation, and with a newer request', async () => {
    const [first, second] = [`first-${teacher.email}`, `second-${teacher.email}`];
    await asked(owner, teacher, { email: first });
    const old = await linkTo(first);
    expect(await asked(owner, { ...teacher, version: 2 }, { email: second })).toMatchObject({ pendingEmail: second });
    await problemOf(confirm(old, password), 400);
    const body = { status: UserStatus.DEACTIVATED };
    const params = { id: teacher.id };
    await send(world, setUserStatus, { token: await tokenOf(world, owner), params, body }).expect(200);
    await problemOf(confirm(await linkTo(second), password), 400);
  });
});

describe('an administrator', () => {
  test('changes an e-mail at once with the own password; sessions end and the old address is told', async () => {
    const email = `new-${teacher.email}`;
    const session = await openSession(world.services, teacher, { remembered: false });
    const wrong = await put(admin, teacher, { email, password });
    expect([wrong.status, wrong.body]).toMatchObject([400, { errors: { password: ['messages.ownPasswordWrong'] } }]);
    expect(await asked(admin, teacher, { email, password: office })).toMatchObject({ email, pendingEmail: null });
    await send(world, refreshToken, { body: { refreshToken: session.refreshToken } }).expect(401);
    expect((await mailsTo(server, teacher.email, 1))[0]?.text).toContain(email);
  });

  test('asks for it without a password; a school owner’s password changes nothing at once', async () => {
    const email = `new-${teacher.email}`;
    expect(await asked(admin, teacher, { email })).toMatchObject({ email: teacher.email, pendingEmail: email });
    const again = await asked(owner, { ...teacher, version: 2 }, { email, password: office });
    expect(again).toMatchObject({ email: teacher.email, pendingEmail: email });
  });
});

test('the own e-mail takes the own password, and is confirmed by the link alone', async () => {
  const self = await addStaff(world, { role: 'Administrator', passwordHash });
  const email = `new-${self.email}`;
  const bare = await put(self, self, { email });
  expect([bare.status, bare.body]).toMatchObject([400, { errors: { password: ['messages.ownPasswordRequire'] } }]);
  expect(await asked(self, self, { email, password })).toMatchObject({ email: self.email, pendingEmail: email });
  await confirm(await linkTo(email)).expect(204);
  await signInAs(world, { email, password });
});

test('a new password ends a change of the e-mail that somebody with the old one asked for', async () => {
  const self = await addStaff(world, { role: 'Administrator', passwordHash });
  const email = `new-${self.email}`;
  await asked(self, self, { email, password });
  const next = 'quiet river stones';
  const body = { currentPassword: password, password: next, confirmPassword: next };
  await send(world, changePassword, { token: await tokenOf(world, self), body }).expect(204);
  expect((await problemOf(confirm(await linkTo(email)), 400)).messageKey).toBe('messages.linkInvalid');
  await signInAs(world, { email: self.email, password: next });
});
