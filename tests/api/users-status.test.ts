import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '#api/domains/auth/sessions.ts';
import { accountLinks, users as userTable } from '#api/ground/db/schema.ts';
import { refreshToken } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { userById } from '#schema/rest/users.ts';
import { resendInvitation, resetUserPassword, setUserStatus } from '#schema/rest/user-accounts.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, makeSchools, type Member, problemOf, send, tokenOf, type Who } from './school.ts';

const { INVITED, ACTIVED, DEACTIVATED } = UserStatus;
const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

const aTeacher = (over: Partial<Member> = {}) =>
  addStaff(world, { role: 'Teacher', invitedById: school.people.owner.id, ...over });
const set = (who: Who, { id }: Pick<Member, 'id'>, status: number) =>
  send(world, setUserStatus, { token: school.tokens[who], params: { id }, body: { status } });
const linksOf = ({ id }: Pick<Member, 'id'>) =>
  world.services.db.select().from(accountLinks).where(eq(accountLinks.userId, id)).orderBy(accountLinks.createdAt);

describe('the status of a member of staff', () => {
  test.each([
    ['active', { status: ACTIVED, passwordHash: 'x' }, DEACTIVATED, DEACTIVATED],
    ['invited', { status: INVITED }, DEACTIVATED, DEACTIVATED],
    ['deactivated after being active', { status: DEACTIVATED, passwordHash: 'x' }, ACTIVED, ACTIVED],
    [
      'deactivated, and signs in at a provider',
      { status: DEACTIVATED, lastSignInAt: new Date('2026-04-01') },
      ACTIVED,
      ACTIVED,
    ],
    ['deactivated while invited', { status: DEACTIVATED }, ACTIVED, INVITED],
    ['deactivated while invited', { status: DEACTIVATED }, INVITED, INVITED],
    ['active', { status: ACTIVED, passwordHash: 'x' }, ACTIVED, ACTIVED],
  ])('of who is %s (%j) set to %i becomes %i', async (_, over, wanted, becomes) => {
    const teacher = await aTeacher(over);
    const user = await answerOf(setUserStatus, set('owner', teacher, wanted));
    expect(user.status).toBe(becomes);
    expect(await linksOf(teacher)).toHaveLength(becomes === INVITED ? 1 : 0);
  });

  test.each([
    [{ status: INVITED }, ACTIVED],
    [{ status: ACTIVED, passwordHash: 'x' }, INVITED],
    [{ status: DEACTIVATED, passwordHash: 'x' }, INVITED],
    [{ status: DEACTIVATED, lastSignInAt: new Date('2026-04-01') }, INVITED],
  ])('of %j cannot be set to %i', async (over, wanted) => {
    const problem = await problemOf(set('owner', await aTeacher(over), wanted), 409);
    expect(problem.messageKey).toBe('messages.statusNotReachable');
  });

  test('that is no status is bad input', async () => {
    const problem = await problemOf(set('owner', await aTeacher(), 3), 400);
    expect(problem.errors).toEqual({ status: ['messages.invalidValue'] });
  });

  test('deactivated ends sessions, live access tokens and links at once', async () => {
    const teacher = await aTeacher();
    const session = await openSession(world.services, teacher, { remembered: false });
    await send(world, resetUserPassword, { token: school.tokens.owner, params: { id: teacher.id } }).expect(204);
    await set('owner', teacher, DEACTIVATED).expect(200);
    await send(world, refreshToken, { body: { refreshToken: session.refreshToken } }).expect(401);
    await send(world, userById, { token: session.accessToken, params: { Id: teacher.id } }).expect(401);
    expect((await linksOf(teacher)).filter(({ voidedAt }) => voidedAt === null)).toEqual([]);
    // Coming back does not bring the old session back.
    await set('owner', teacher, ACTIVED);
    await send(world, refreshToken, { body: { refreshToken: session.refreshToken } }).expect(401);
  });

  test('is not one’s own to set, nor another school’s, nor that of who has more rights', async () => {
    for (const who of ['admin', 'owner'] as const)
      expect((await problemOf(set(who, school.people[who], DEACTIVATED), 403)).messageKey).toBe('messages.ownStatus');
    await problemOf(set('otherOwner', await aTeacher(), DEACTIVATED), 404);
    await problemOf(set('admin', await addStaff(world, { role: 'SuperAdmin' }), DEACTIVATED), 403);
  });

  test('of two administrators who deactivate each other at once: one stays', async () => {
    for (let round = 0; round < 8; round += 1) {
      const pair = [await addStaff(world, { role: 'Administrator' }), await addStaff(world, { role: 'Administrator' })];
      const tokens = await Promise.all(pair.map((member) => tokenOf(world, member)));
      const answers = await Promise.all(
        pair.map((_, index) =>
          send(world, setUserStatus, {
            token: tokens[1 - index],
            params: { id: pair[index]?.id ?? '' },
            body: { status: DEACTIVATED },
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
  });
});

describe('mails to a member of staff', () => {
  test('an invitation is sent again to who is invited, and the old link is void', async () => {
    const teacher = await aTeacher({ status: INVITED });
    const again = () => send(world, resendInvitation, { token: school.tokens.owner, params: { id: teacher.id } });
    expect((await answerOf(resendInvitation, again())).invitedAt).not.toBeNull();
    await again().expect(200);
    const links = await linksOf(teacher);
    expect(links.map(({ voidedAt }) => voidedAt === null)).toEqual([false, true]);
  });

  test.each([[ACTIVED], [DEACTIVATED]])('is not sent to who has status %i', async (status) => {
    const { id } = await aTeacher({ status });
    const sent = send(world, resendInvitation, { token: school.tokens.owner, params: { id } });
    expect((await problemOf(sent, 409)).messageKey).toBe('messages.notInvited');
  });

  test('a reset is for active accounts of the own school', async () => {
    const reset = (who: Who, { id }: Member) =>
      send(world, resetUserPassword, { token: school.tokens[who], params: { id } });
    const teacher = await aTeacher();
    await reset('owner', teacher).expect(204);
    expect(await linksOf(teacher)).toMatchObject([{ purpose: 'reset', requestedById: school.people.owner.id }]);
    expect((await problemOf(reset('owner', await aTeacher({ status: INVITED })), 409)).messageKey).toBe(
      'messages.notActive',
    );
    await problemOf(reset('otherOwner', teacher), 404);
    const [row] = await world.services.db.select().from(userTable).where(eq(userTable.id, teacher.id));
    expect(row?.status).toBe(ACTIVED);
  });
});
