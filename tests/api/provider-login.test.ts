import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { forgetExpiredAccess } from '#api/domains/auth/clean-up.ts';
import { beginLogin } from '#api/domains/sign-in-providers/login.ts';
import { newId } from '#api/ground/db/ids.ts';
import { memberships, providerIdentities, providerLogins, rateLimits, users } from '#api/ground/db/schema.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { beginProviderLogin } from '#schema/rest/sign-in-providers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { restoreFromTrash } from '#schema/rest/trash.ts';
import { deleteUser } from '#schema/rest/users.ts';
import { giveSecondFactor } from '#tests/support/second-factor.ts';
import { answerAt, cameBack, keptProvider } from '#tests/support/sign-in-provider.ts';
import { providerPeople } from './provider-people.ts';
import { addStaff, type Member, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
const { newSchool, memberOf, providerFor, signIn, signedIn, refused } = providerPeople(world);
let schoolId: string;

beforeEach(async () => {
  await world.services.db.delete(rateLimits);
  schoolId = await newSchool();
});

const accountBy = async (email: string) =>
  (await world.services.db.select().from(users).where(eq(users.email, email)))[0];

describe('signing in', () => {
  test('a member signs in, and is known by the subject from then on', async () => {
    const { email } = await providerFor(schoolId);
    const member = await memberOf(schoolId, email);
    expect((await signedIn(email.toUpperCase())).userId).toBe(member.id);
    // Whoever manages the person gives them another e-mail here: the provider still calls them by the same subject.
    await world.services.db
      .update(users)
      .set({ email: `new.${email}` })
      .where(eq(users.id, member.id));
    expect((await signedIn(email.toUpperCase())).userId).toBe(member.id);
  });

  test('an invited member is active from then on, and the invitation is over', async () => {
    const { email } = await providerFor(schoolId);
    const member = await memberOf(schoolId, email, { status: UserStatus.INVITED });
    expect((await signedIn(email)).userId).toBe(member.id);
    expect((await accountBy(email))?.status).toBe(UserStatus.ACTIVED);
  });

  test('somebody new becomes a teacher where the school wants it, and only there', async () => {
    const shut = await providerFor(schoolId);
    expect(await refused(shut.email, 403)).toBe('messages.providerUnknownPerson');
    expect(await accountBy(shut.email)).toBeUndefined();

    const { email } = await providerFor(schoolId, { createsTeachers: true });
    const info = await signedIn(email);
    expect(info).toMatchObject({ role: 'Teacher', firstName: 'Hana', lastName: 'Mori' });
    const [member] = await world.services.db.select().from(memberships).where(eq(memberships.userId, info.userId));
    expect(member).toMatchObject({ schoolId, role: 'Teacher' });
    expect((await signedIn(email)).userId).toBe(info.userId);
  });

  test.each([
    ['of another school', async (email: string) => memberOf(await newSchool(), email)],
    [
      'an administrator',
      async (email: string) => {
        const { id } = await addStaff(world, { role: 'Administrator' });
        await world.services.db.update(users).set({ email }).where(eq(users.id, id));
      },
    ],
    ['of a role that signs in otherwise', async (email: string) => memberOf(schoolId, email, { role: 'SchoolOwner' })],
  ])('somebody %s is refused', async (_who, make) => {
    const { email } = await providerFor(schoolId, { roles: ['Teacher'], createsTeachers: true });
    await make(email);
    expect(await refused(email, 403)).toBe('messages.providerUnknownPerson');
  });

  test.each(['Administrator', 'SuperAdmin'] as const)(
    'a member who became %s is refused, known or not',
    async (role) => {
      const { db } = world.services;
      const { email } = await providerFor(schoolId, { roles: ['Teacher', 'SchoolOwner'] });
      const member = await memberOf(schoolId, email);
      await signedIn(email);
      await db.update(users).set({ role }).where(eq(users.id, member.id));
      expect(await db.$count(memberships, eq(memberships.userId, member.id))).toBe(1);
      expect(await refused(email, 403)).toBe('messages.providerUnknownPerson');
      await db.delete(providerIdentities).where(eq(providerIdentities.userId, member.id));
      expect(await refused(email, 403)).toBe('messages.providerUnknownPerson');
    },
  );

  test('an owner who is a teacher in this school is refused where only teachers sign in by the provider', async () => {
    const { email } = await providerFor(schoolId, { roles: ['Teacher'] });
    const owner = await addStaff(world, { role: 'SchoolOwner' });
    await world.services.db.update(users).set({ email }).where(eq(users.id, owner.id));
    await world.services.db.insert(memberships).values({ schoolId, userId: owner.id, role: 'Teacher' });
    expect(await refused(email, 403)).toBe('messages.providerUnknownPerson');
  });

  test('a member who left the school is refused, known or not', async () => {
    const { email } = await providerFor(schoolId);
    const member = await memberOf(schoolId, email);
    await signedIn(email);
    await world.services.db
      .delete(memberships)
      .where(and(eq(memberships.schoolId, schoolId), eq(memberships.userId, member.id)));
    expect(await refused(email, 403)).toBe('messages.providerUnknownPerson');
  });

  test.each([false, true])(
    'somebody whose account is in the trash signs in to a new one (%j)',
    async (createsTeachers) => {
      const { email } = await providerFor(schoolId, { createsTeachers });
      const token = await tokenOf(world, await addStaff(world, { role: 'SuperAdmin' }));
      const remove = ({ id }: Member) => send(world, deleteUser, { token, params: { Id: id } }).expect(204);
      const old = await memberOf(schoolId, email);
      await signedIn(email);
      await remove(old);
      const invited = await memberOf(schoolId, email, { status: UserStatus.INVITED });
      expect((await signedIn(email)).userId).toBe(invited.id);

      // The provider's subject stays with the new account until that account is in the trash and the old one is back.
      await world.services.db
        .update(users)
        .set({ email: `new.${email}` })
        .where(eq(users.id, invited.id));
      await send(world, restoreFromTrash, { token, params: { kind: 'users', id: old.id } }).expect(204);
      expect((await signedIn(email)).userId).toBe(invited.id);
      await remove(invited);
      expect((await signedIn(email)).userId).toBe(old.id);
    },
  );

  test('a deactivated account stays out', async () => {
    const { email } = await providerFor(schoolId);
    await memberOf(schoolId, email, { status: UserStatus.DEACTIVATED });
    expect(await refused(email, 403)).toBe('messages.accountDeactivated');
  });

  test('an e-mail that the provider has not verified, or of another domain, is nobody’s', async () => {
    const { email } = await providerFor(schoolId, { createsTeachers: true });
    const { people } = await keptProvider(world.services);
    people.set(email, { email_verified: false });
    expect(await refused(email, 403)).toBe('messages.providerUnknownPerson');
    people.set(email, { email: `somebody@${newId()}.example` });
    expect(await refused(email, 403)).toBe('messages.providerUnknownPerson');
  });

  test('an account with a second step is asked for it', async () => {
    const { email } = await providerFor(schoolId);
    const member = await memberOf(schoolId, email);
    await giveSecondFactor(world.services, member.id);
    const problem = await problemOf(signIn(await cameBack(world.services, email)), 403);
    expect(problem.messageKey).toBe('messages.secondFactorNeeded');
    expect(problem.challenge).toBeTypeOf('string');
  });

  test('names that the provider gives become names by the rules of staff', async () => {
    const { email } = await providerFor(schoolId, { createsTeachers: true });
    const { people } = await keptProvider(world.services);
    people.set(email, { given_name: 'https://evil.example', family_name: undefined, name: '\u202eHana Mori' });
    const { firstName, lastName } = await signedIn(email);
    expect([firstName, lastName]).toEqual([email.split('@')[0], 'Mori']);
  });

  test('a long name that the provider gives is cut between characters', async () => {
    const { email } = await providerFor(schoolId, { createsTeachers: true });
    const { people } = await keptProvider(world.services);
    const start = 'a'.repeat(199);
    people.set(email, { given_name: `${start}𠮷`, family_name: `${'a'.repeat(198)}𠮷野` });
    const { firstName, lastName } = await signedIn(email);
    expect([firstName, lastName]).toEqual([start, `${'a'.repeat(198)}𠮷`]);
  });
});

describe('an answer', () => {
  const wrong = async (body: object) => (await problemOf(signIn(body), 401)).messageKey;

  test('works once, in time, and with its own state alone', async () => {
    const { email } = await providerFor(schoolId, { createsTeachers: true });
    const first = await cameBack(world.services, email);
    await signIn(first).expect(200);
    expect(await wrong(first)).toBe('messages.providerLoginFailed');

    const [one, other] = [await cameBack(world.services, email), await cameBack(world.services, email)];
    expect(await wrong({ state: one.state, answer: other.answer })).toBe('messages.providerLoginFailed');

    const late = await cameBack(world.services, email);
    await world.services.db.update(providerLogins).set({ expiresAt: new Date(0) });
    expect(await wrong(late)).toBe('messages.providerLoginFailed');
    await forgetExpiredAccess(world.services);
    expect(await world.services.db.select().from(providerLogins)).toEqual([]);
  });

  test.each(['', 'error=access_denied', 'code=forged', '%', 'code=1&code=2'])('%j signs nobody in', async (answer) => {
    const { email } = await providerFor(schoolId, { createsTeachers: true });
    const { state } = await beginLogin(world.services, { email });
    expect(await wrong({ state, answer: answer && `${answer}&state=${state}` })).toBe('messages.providerLoginFailed');
  });

  test('of a sign-in that another provider was asked for is refused', async () => {
    const [one, other] = [
      await providerFor(schoolId, { createsTeachers: true }),
      await providerFor(schoolId, { createsTeachers: true }),
    ];
    const begun = await beginLogin(world.services, { email: one.email });
    const elsewhere = await beginLogin(world.services, { email: other.email });
    const answer = new URLSearchParams(await answerAt(elsewhere.url));
    answer.set('state', begun.state);
    expect(await wrong({ state: begun.state, answer: answer.toString() })).toBe('messages.providerLoginFailed');
  });

  test('begins only for a domain of a provider, whoever has an account', async () => {
    const { email } = await providerFor(schoolId);
    await send(world, beginProviderLogin, { body: { email: `nobody.${email}` } }).expect(200);
    for (const unknown of ['hana@nowhere.example', 'hana', `hana@sub.${email.split('@')[1] ?? ''}`]) {
      const problem = await problemOf(send(world, beginProviderLogin, { body: { email: unknown } }), 400);
      expect(problem.errors).toEqual({ email: ['messages.noSignInProvider'] });
    }
    const down = await providerFor(schoolId, { issuer: 'http://127.0.0.1:1' });
    const problem = await problemOf(send(world, beginProviderLogin, { body: { email: down.email } }), 409);
    expect(problem.messageKey).toBe('messages.providerUnreachable');
  });
});
