import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rememberPlace } from '#api/domains/auth/places.ts';
import { accountLinks, rateLimits, users } from '#api/ground/db/schema.ts';
import { forgotPassword, login, passwordLink, refreshToken, updatePassword } from '#schema/rest/auth.ts';
import { newClassCode } from '#schema/rest/classes.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { ownMailServer } from '#tests/support/own-mail-server.ts';
import { takesAsLong } from '#tests/support/as-long.ts';
import { endWaits } from '#tests/support/proofs.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { ownWorld } from '#tests/support/world.ts';
import { mailsTo, tokenIn } from './mail-box.ts';
import { addStaff, type Member, problemOf, send, signInAs } from './school.ts';

const password = 'ぱすわーど with spaces';
const changed = 'another 🦊 one';
const server = ownMailServer();
const world = ownWorld(() => ({ gateway: false, api: { smtpUrl: server.url } }));
let passwordHash: string;
let member: Member;

beforeAll(async () => {
  passwordHash = await quickHash(password);
});
beforeEach(async () => {
  await world.services.db.delete(rateLimits);
  member = await addStaff(world, { role: 'Teacher', passwordHash });
});

const forget = (email: string, more = {}) => send(world, forgotPassword, { body: { email, ...more } });
const look = (token: string) => send(world, passwordLink, { query: { token } });
const linkOf = async (token: string) => passwordLink.response.parse((await look(token).expect(200)).body);
const update = (token: string, to = changed) =>
  send(world, updatePassword, { body: { token, password: to, confirmPassword: to } });

/** Where an owner has signed in before. */
const home = '192.0.2.50';

async function tokenFor({ email }: Member, count = 1, from = '203.0.113.7'): Promise<string> {
  await forget(email).set('x-forwarded-for', from).expect(202);
  return tokenIn((await mailsTo(server, email, count)).at(-1));
}

describe('forgetting a password', () => {
  test('is answered alike for every address; only an active account is sent a link', async () => {
    const away = await addStaff(world, { role: 'Teacher', passwordHash, status: UserStatus.DEACTIVATED });
    const invited = await addStaff(world, { role: 'Teacher', status: UserStatus.INVITED });
    const addresses = [away.email, 'nobody@school.test', invited.email, member.email.toUpperCase()];
    for (const email of addresses) {
      const answer = await forget(email).expect(202);
      expect(answer.body).toEqual({ validHours: 24 });
    }
    const [reset] = await mailsTo(server, member.email, 1);
    expect(reset?.subject).toBe('Set a new password for Manabook');
    const [again] = await mailsTo(server, invited.email, 1);
    expect(again?.subject).toBe('Your invitation to Manabook');
    for (const email of [away.email, 'nobody@school.test']) await mailsTo(server, email, 0);
  });

  test('takes as long for an address that nobody has as for one that somebody has', async () => {
    const people = await Promise.all(
      Array.from({ length: 50 }, () => addStaff(world, { role: 'Teacher', passwordHash })),
    );
    const known = people.map(({ email }) => email);
    // From one address no more than sixty a minute are answered, and on a busy machine it takes more tries.
    let senders = 0;
    const asked = (email: string | undefined) =>
      forget(email ?? '')
        .set('x-forwarded-for', `203.0.113.${(senders += 1)}`)
        .expect(202);
    const asLong = await takesAsLong(
      () => asked(known.pop()),
      () => asked(`nobody-${known.length}@school.test`),
    );
    expect(asLong).toBe(true);
  });

  test('is answered in the language that was asked for, from our own address whatever the Host', async () => {
    await forget(member.email, { language: 'jp' }).set('host', 'evil').expect(202);
    const [mail] = await mailsTo(server, member.email, 1);
    expect(mail?.subject).toBe('Manabook：パスワードの再設定');
    expect(mail?.text).toContain(`${world.services.settings.publicUrl}/set-password?lng=jp#token=`);
    expect(mail?.text).not.toContain('evil');
  });

  test.each(['known', 'unknown'])('is refused the fourth time in an hour for an address that is %s', async (kind) => {
    const email = kind === 'known' ? member.email : 'nobody-at-all@school.test';
    for (let times = 0; times < 3; times += 1) await forget(email).expect(202);
    const refused = forget(email.toUpperCase()).expect('retry-after', /^3[56]\d\d$/);
    expect(await problemOf(refused, 429)).toMatchObject({ messageKey: 'messages.tooManyRequests' });
    await forget('somebody-else@school.test').expect(202);
  });

  test.each([
    [{}, 'messages.emailRequire'],
    [{ email: ' ' }, 'messages.emailRequire'],
    [{ email: 'username' }, 'messages.invalidEmail'],
    [{ email: 'a@b.school' }, 'messages.invalidEmail'],
  ])('refuses %j', async (body, key) => {
    const { errors } = await problemOf(send(world, forgotPassword, { body }), 400);
    expect(errors).toEqual({ email: [key] });
  });
});

describe('a reset link', () => {
  test('works once, and ends every session', async () => {
    const session = await signInAs(world, { email: member.email, password });
    const token = await tokenFor(member);
    const { account, ...link } = await linkOf(token);
    expect(link).toMatchObject({ purpose: 'reset', state: 'live', invitedBy: null });
    expect(account).toEqual({
      firstName: member.firstName,
      lastName: member.lastName,
      email: member.email,
      role: 'Teacher',
    });

    await update(token).expect(204);
    await send(world, newClassCode, { token: session.accessToken }).expect(401);
    await send(world, refreshToken, { body: { refreshToken: session.refreshToken } }).expect(401);
    await send(world, login, { body: { email: member.email, password } }).expect(401);
    await signInAs(world, { email: member.email, password: changed });

    expect(await problemOf(update(token, 'a third password'), 400)).toMatchObject({
      messageKey: 'messages.linkInvalid',
      detail: 'The link has been expired or invalid.',
    });
    expect(await linkOf(token)).toMatchObject({ state: 'used', account: null });
  });

  test('used twenty times at once works for one', async () => {
    const token = await tokenFor(member);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => update(token, `number ${n} wins`)));
    const won = answers.filter(({ status }) => status === 204);
    expect(won).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 400);
    expect(refused).toHaveLength(19);
    for (const { body } of refused) expect(body).toMatchObject({ messageKey: 'messages.linkInvalid' });
    await signInAs(world, {
      email: member.email,
      password: `number ${answers.findIndex((one) => one === won[0])} wins`,
    });
  });

  test('ends when a newer one is sent to its owner', async () => {
    const first = await tokenFor(member);
    await rememberPlace(world.services.db, member.id, { address: home, device: undefined });
    const second = await tokenFor(member, 2, home);
    expect(second).not.toBe(first);
    await problemOf(update(first), 400);
    expect(await linkOf(first)).toMatchObject({ state: 'void', account: null });
    await update(second).expect(204);
  });

  test('is the same in the mail that a stranger asks for, until its last hour', async () => {
    await rememberPlace(world.services.db, member.id, { address: home, device: undefined });
    const first = await tokenFor(member, 1, home);
    expect(await tokenFor(member, 2)).toBe(first);
    expect((await linkOf(first)).state).toBe('live');
    await world.services.db
      .update(accountLinks)
      .set({ expiresAt: new Date(Date.now() + 59 * 60_000) })
      .where(eq(accountLinks.userId, member.id));
    const last = await tokenFor(member, 3);
    expect(last).not.toBe(first);
    await update(last).expect(204);
  });

  test('is told to have expired when it has', async () => {
    const token = await tokenFor(member);
    await world.services.db
      .update(accountLinks)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(accountLinks.userId, member.id));
    expect(await problemOf(update(token), 400)).toMatchObject({
      messageKey: 'messages.linkExpired',
      detail: 'This url has expired.',
    });
    expect(await linkOf(token)).toMatchObject({ state: 'expired', account: null });
  });

  test('is worth nothing once the account is deactivated', async () => {
    const token = await tokenFor(member);
    await world.services.db.update(users).set({ status: UserStatus.DEACTIVATED }).where(eq(users.id, member.id));
    expect((await problemOf(update(token), 400)).messageKey).toBe('messages.linkInvalid');
    expect((await linkOf(token)).state).toBe('inactive');
  });

  test('opens an account that wrong passwords have locked', async () => {
    for (let times = 0; times < 5; times += 1) {
      await endWaits(world.services);
      await send(world, login, { body: { email: member.email, password: 'wrong' } }).expect(401);
    }
    await send(world, login, { body: { email: member.email, password } }).expect(429);
    await update(await tokenFor(member)).expect(204);
    await signInAs(world, { email: member.email, password: changed });
  });

  test('leaves its token in no table', async () => {
    const token = await tokenFor(member);
    const { rows } = await world.services.db.execute<{ text: string }>(
      sql`select (select json_agg(a) from account_links a)::text || coalesce((select json_agg(j) from graphile_worker._private_jobs j)::text, '') as text`,
    );
    expect(rows[0]?.text).toContain(member.id);
    expect(rows[0]?.text).not.toContain(token);
  });

  test('that is none of ours is refused, and after sixty a minute not even looked at', async () => {
    expect((await problemOf(look('x'.repeat(43)), 404)).messageKey).toBe('messages.linkInvalid');
    expect((await problemOf(update('x'.repeat(43)), 400)).messageKey).toBe('messages.linkInvalid');
    const token = await tokenFor(member);
    for (let times = 0; times < 58; times += 1) await look(`guess-${times}`).expect(404);
    await look(token).expect(429);
  });
});
