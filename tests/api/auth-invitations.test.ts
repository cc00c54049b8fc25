import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendInvitation, sendPasswordReset } from '#api/domains/auth/invitations.ts';
import { auditLog, users } from '#api/ground/db/schema.ts';
import { acceptInvitation, passwordLink, updatePassword } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { updateUser } from '#schema/rest/users.ts';
import { ownMailServer } from '#tests/support/own-mail-server.ts';
import { ownWorld } from '#tests/support/world.ts';
import { mailsTo, tokenIn } from './mail-box.ts';
import { addStaff, makeSchools, type Member, problemOf, send, signInAs } from './school.ts';

const password = 'a password of mine';
const server = ownMailServer();
const world = ownWorld(() => ({ gateway: false, api: { smtpUrl: server.url } }));
let schools: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  schools = await makeSchools(world);
});

async function invite(invited?: Member): Promise<{ user: Member; token: string }> {
  const { owner } = schools.people;
  const guest = { role: 'Teacher', status: UserStatus.INVITED, invitedById: owner.id } as const;
  const user = invited ?? (await addStaff(world, guest));
  await world.services.db.transaction((tx) => sendInvitation(world.services, tx, { user, requestedById: owner.id }));
  const [mail] = await mailsTo(server, user.email, 1);
  return { user, token: tokenIn(mail) };
}

const accept = (token: string, more = {}) =>
  send(world, acceptInvitation, { body: { token, password, confirmPassword: password, ...more } });

describe('an invitation', () => {
  test('tells whose it is and who sent it, and makes the account active once', async () => {
    const { user, token } = await invite();
    const answer = await send(world, passwordLink, { query: { token } }).expect(200);
    const { owner } = schools.people;
    expect(answer.body).toMatchObject({
      purpose: 'invitation',
      state: 'live',
      account: { email: user.email, role: 'Teacher' },
      invitedBy: { firstName: owner.firstName, lastName: owner.lastName },
    });
    const linked = await problemOf(accept(token, { firstName: 'See www.elsewhere.test' }), 400);
    expect(linked.errors).toEqual({ firstName: ['messages.nameLink'] });
    await accept(token).expect(204);
    await signInAs(world, { email: user.email, password });
    expect((await problemOf(accept(token), 400)).messageKey).toBe('messages.linkInvalid');
    const log = await world.services.db.select().from(auditLog).where(eq(auditLog.entityId, user.id));
    expect(log).toEqual([expect.objectContaining({ action: 'accept-invitation', actorId: user.id })]);
  });

  test('accepted twenty times at once is accepted once', async () => {
    const { token } = await invite();
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([204, ...Array.from({ length: 19 }, () => 400)]);
  });

  test('accepted while staff correct the name keeps the correction', async () => {
    const { user, token } = await invite();
    const { email, role, lastName, version } = user;
    const body = { email, role, firstName: 'Midori', lastName, version };
    const correction = send(world, updateUser, { token: schools.tokens.owner, params: { Id: user.id }, body });
    const [corrected, accepted] = await Promise.all([correction, accept(token)]);
    const [row] = await world.services.db.select().from(users).where(eq(users.id, user.id));
    const firstName = corrected.status === 200 ? 'Midori' : user.firstName;
    expect([accepted.status, row]).toMatchObject([204, { firstName, status: UserStatus.ACTIVED }]);
  });

  test('lets its owner correct the name, and classes are found by the new one', async () => {
    const teacher = await addStaff(world, { role: 'Teacher', invitedById: schools.people.owner.id });
    await schools.created('owner', { mainTeacherId: teacher.id });
    await world.services.db.update(users).set({ status: UserStatus.INVITED }).where(eq(users.id, teacher.id));
    const { user, token } = await invite(teacher);
    await accept(token, { firstName: ' 桜子 ', lastName: '小鳥遊', language: 'jp' }).expect(204);
    const [row] = await world.services.db.select().from(users).where(eq(users.id, user.id));
    expect(row).toMatchObject({ firstName: '桜子', lastName: '小鳥遊', language: 'jp', version: user.version + 1 });
    const found = await schools.list('owner', { SearchText: '小鳥遊' });
    expect(found.map(({ mainTeacher }) => mainTeacher?.id)).toEqual([user.id]);
  });

  test.each([
    [{ firstName: ' ' }, { firstName: ['messages.firstNameRequire'] }],
    [{ lastName: 'x'.repeat(201) }, { lastName: ['messages.valueTooLong'] }],
    [{ language: 'fr' }, { language: ['messages.invalidValue'] }],
    [{ token: '' }, { token: ['messages.linkInvalid'] }],
    [{ confirmPassword: 'something else' }, { confirmPassword: ['messages.confirmPasswordField'] }],
  ])('is not accepted with %j, and takes nothing else', async (more, errors) => {
    const { user, token } = await invite();
    expect((await problemOf(accept(token, more), 400)).errors).toEqual(errors);
    const extras = { role: 'SuperAdmin', email: 'me@school.test', id: schools.people.admin.id };
    await accept(token, extras).expect(204);
    const [row] = await world.services.db.select().from(users).where(eq(users.id, user.id));
    expect(row).toMatchObject({ role: 'Teacher', email: user.email });
  });

  test('sets no password of an active account, and a reset activates nobody', async () => {
    const { token } = await invite();
    const body = { token, password, confirmPassword: password };
    expect((await problemOf(send(world, updatePassword, { body }), 400)).messageKey).toBe('messages.linkInvalid');
    const active = schools.people.teacher;
    const request = { user: active, requestedById: null };
    await world.services.db.transaction((tx) => sendPasswordReset(world.services, tx, request));
    const [mail] = await mailsTo(server, active.email, 1);
    expect((await problemOf(accept(tokenIn(mail)), 400)).messageKey).toBe('messages.linkInvalid');
  });
});
