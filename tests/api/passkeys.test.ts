import { and, eq, like } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetExpiredAccess } from '#api/domains/auth/clean-up.ts';
import { auditLog, passkeyChallenges, passkeys, rateLimits, users } from '#api/ground/db/schema.ts';
import { authInfo } from '#schema/rest/auth-info.ts';
import { mySessions } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  myPasskeys,
  passkeyLogin,
  removePasskey,
  renamePasskey,
} from '#schema/rest/passkeys.ts';
import { removeSecondFactor } from '#schema/rest/second-factor.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { givePasskey, newAuthenticator } from '#tests/support/passkeys.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { addStaff, type Member, problemOf, send, tokenOf } from './school.ts';

const password = 'quiet river stones';
const world = keptApi();
let passwordHash: string;
let member: Member;
let token: string;

beforeAll(async () => {
  passwordHash = await quickHash(password);
});
beforeEach(async () => {
  await world.services.db.delete(rateLimits);
  member = await addStaff(world, { role: 'Teacher', passwordHash });
  token = await tokenOf(world, member);
});

const listed = async () => myPasskeys.response.parse((await send(world, myPasskeys, { token }).expect(200)).body);
const begin = async () =>
  beginPasskey.response.parse((await send(world, beginPasskey, { token, body: { password } }).expect(200)).body);
const add = (body: object) => send(world, addPasskey, { token, body });
const ask = async () =>
  beginPasskeyLogin.response.parse((await send(world, beginPasskeyLogin, { body: {} }).expect(200)).body);
const signIn = (body: object) => send(world, passkeyLogin, { body });
const wrongPasskey = async (body: object) => (await problemOf(signIn(body), 401)).messageKey;
const logged = async () =>
  (
    await world.services.db
      .select({ action: auditLog.action, actorId: auditLog.actorId })
      .from(auditLog)
      .where(and(eq(auditLog.entityId, member.id), like(auditLog.action, '%passkey')))
      .orderBy(auditLog.at)
  ).map(({ action, actorId }) => [action, actorId]);

describe('adding a passkey', () => {
  test('keeps it under the browser’s name, and ends the other sessions', async () => {
    const other = await tokenOf(world, member);
    const begun = await begin();
    const { hostname: rpId } = new URL(world.services.settings.publicUrl);
    expect(begun).toMatchObject({ rpId, userName: member.email, existing: [] });
    expect(Buffer.from(begun.userHandle, 'base64url').toString()).toBe(member.id);
    const authenticator = newAuthenticator(world.services);
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await add(authenticator.make(begun)).set('user-agent', firefox).expect(201);
    expect(await listed()).toMatchObject([{ name: 'Firefox · Windows', synced: false, lastUsedAt: null }]);
    expect((await begin()).existing).toEqual([authenticator.credentialId]);
    await send(world, mySessions, { token: other }).expect(401);
    expect(await logged()).toEqual([['add-passkey', member.id]]);
  });

  test.each([
    [{}, 'messages.ownPasswordRequire'],
    [{ password: 'wrong' }, 'messages.ownPasswordWrong'],
  ])('does not begin with %j', async (body, key) => {
    const problem = await problemOf(send(world, beginPasskey, { token, body }), 400);
    expect(problem.errors).toEqual({ password: [key] });
  });

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another host', { rpId: 'evil.example' }],
    ['that is a sign-in', { type: 'webauthn.get' }],
    ['without a check of the person', { verified: false }],
    ['that names certificates, whose revocation lists would be fetched', { certificates: [Buffer.from('one')] }],
  ])('refuses an answer %s', async (_, wrong) => {
    const body = newAuthenticator(world.services).make(await begin(), wrong);
    expect((await problemOf(add(body), 400)).messageKey).toBe('messages.passkeyNotAdded');
    expect(await listed()).toEqual([]);
  });

  test('takes a challenge once, of its owner, within ten minutes', async () => {
    const { db } = world.services;
    const begun = await begin();
    const other = await tokenOf(world, await addStaff(world, { role: 'Teacher' }));
    const make = () => newAuthenticator(world.services).make(begun);
    await send(world, addPasskey, { token: other, body: make() }).expect(400);
    await add(make()).expect(201);
    await add(make()).expect(400);
    // One for signing in adds nothing.
    await add(newAuthenticator(world.services).make(await ask())).expect(400);
    const late = newAuthenticator(world.services).make(await begin());
    await db.update(passkeyChallenges).set({ expiresAt: new Date(Date.now() - 1000) });
    await add(late).expect(400);
    await forgetExpiredAccess(world.services);
    expect(await db.select().from(passkeyChallenges)).toEqual([]);
  });

  test('refuses one that somebody has, and the twenty-first', async () => {
    const authenticator = newAuthenticator(world.services);
    await add(authenticator.make(await begin())).expect(201);
    const again = authenticator.make(await begin());
    expect((await problemOf(add(again), 409)).messageKey).toBe('messages.passkeyExists');
    const twentieth = await begin();
    for (let one = 1; one < 20; one += 1) await givePasskey(world.services, member.id);
    const late = newAuthenticator(world.services).make(twentieth);
    expect((await problemOf(add(late), 409)).messageKey).toBe('messages.tooManyPasskeys');
    const more = send(world, beginPasskey, { token, body: { password } });
    expect((await problemOf(more, 409)).messageKey).toBe('messages.tooManyPasskeys');
  });
});

describe('one’s own passkeys', () => {
  test('are renamed, and removed by the password; a removed one signs in no more', async () => {
    const { id, authenticator } = await givePasskey(world.services, member.id);
    await send(world, renamePasskey, { token, params: { id }, body: { name: '  職員室のPC ' } }).expect(200);
    expect(await listed()).toMatchObject([{ id, name: '職員室のPC' }]);
    const remove = (body: object) => send(world, removePasskey, { token, params: { id }, body });
    await remove({ password: 'wrong' }).expect(400);
    await remove({ password }).expect(204);
    expect(await listed()).toEqual([]);
    expect(await wrongPasskey(authenticator.sign(await ask()))).toBe('messages.passkeyWrong');
    await remove({ password }).expect(404);
    expect(await logged()).toEqual([
      ['rename-passkey', member.id],
      ['remove-passkey', member.id],
    ]);
  });

  test('are nobody else’s', async () => {
    const other = await addStaff(world, { role: 'Teacher', passwordHash });
    const { id } = await givePasskey(world.services, other.id);
    await send(world, renamePasskey, { token, params: { id }, body: { name: 'mine' } }).expect(404);
    await send(world, removePasskey, { token, params: { id }, body: { password } }).expect(404);
    expect(await listed()).toEqual([]);
  });

  test('go with the second step that an administrator takes off', async () => {
    const { id } = member;
    await givePasskey(world.services, id);
    const administrator = await addStaff(world, { role: 'Administrator', passwordHash });
    const theirs = await tokenOf(world, administrator);
    const remove = () => send(world, removeSecondFactor, { token: theirs, params: { id }, body: { password } });
    await remove().expect(204);
    expect(await world.services.db.select().from(passkeys).where(eq(passkeys.userId, id))).toEqual([]);
    await send(world, myPasskeys, { token }).expect(401);
    await remove().expect(409);
  });
});

describe('signing in with a passkey', () => {
  test('takes neither e-mail nor password', async () => {
    const { authenticator } = await givePasskey(world.services, member.id);
    const asked = await ask();
    expect(asked.allowed).toEqual([]);
    const info = authInfo.parse((await signIn(authenticator.sign(asked)).expect(200)).body);
    expect(info.userId).toBe(member.id);
    token = info.accessToken;
    expect((await listed())[0]?.lastUsedAt).not.toBeNull();
  });

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another host', { rpId: 'evil.example' }],
    ['that makes a passkey', { type: 'webauthn.create' }],
    ['without a check of the person', { verified: false }],
  ])('refuses an answer %s, and the log has it', async (_, wrong) => {
    const { authenticator } = await givePasskey(world.services, member.id);
    expect(await wrongPasskey(authenticator.sign(await ask(), wrong))).toBe('messages.passkeyWrong');
    expect(await logged()).toEqual([['refuse-passkey', null]]);
  });

  test('refuses an answer again, a made-up challenge, another key, and an unknown passkey, all alike', async () => {
    const { authenticator } = await givePasskey(world.services, member.id);
    const asked = await ask();
    const answer = authenticator.sign(asked);
    await signIn(answer).expect(200);
    const forged = newAuthenticator(world.services).sign(await ask());
    const { credentialId } = authenticator;
    for (const body of [
      answer,
      authenticator.sign({ ...asked, challenge: 'A'.repeat(43) }),
      { ...forged, credential: credentialId },
      newAuthenticator(world.services).sign(await ask()),
    ])
      expect(await wrongPasskey(body)).toBe('messages.passkeyWrong');
  });

  test('refuses a count that does not go up: the authenticator was copied', async () => {
    const { authenticator } = await givePasskey(world.services, member.id);
    await signIn(authenticator.sign(await ask(), { counter: 7 })).expect(200);
    for (const counter of [7, 6, 0]) await signIn(authenticator.sign(await ask(), { counter })).expect(401);
    await signIn(authenticator.sign(await ask(), { counter: 8 })).expect(200);
  });

  test('of two answers at once with one count takes one', async () => {
    const { authenticator } = await givePasskey(world.services, member.id);
    const answers = [await ask(), await ask()].map((asked) => authenticator.sign(asked, { counter: 3 }));
    const statuses = await Promise.all(answers.map(async (body) => (await signIn(body)).status));
    expect(statuses.sort()).toEqual([200, 401]);
  });

  test('goes on where an authenticator counts nothing', async () => {
    const { authenticator } = await givePasskey(world.services, member.id);
    for (let time = 0; time < 2; time += 1) await signIn(authenticator.sign(await ask(), { counter: 0 })).expect(200);
  });

  test('tells whose account is deactivated, and no session begins', async () => {
    const { authenticator } = await givePasskey(world.services, member.id);
    await world.services.db.update(users).set({ status: UserStatus.DEACTIVATED }).where(eq(users.id, member.id));
    const problem = await problemOf(signIn(authenticator.sign(await ask())), 403);
    expect(problem.messageKey).toBe('messages.accountDeactivated');
  });

  test('is refused to a network after sixty wrong ones a minute, and right ones are not', async () => {
    const { authenticator } = await givePasskey(world.services, member.id);
    const wrong = authenticator.sign({ challenge: 'A'.repeat(43), rpId: 'localhost' });
    for (let time = 0; time < 60; time += 1) await signIn(wrong).expect(401);
    await signIn(wrong).expect(429);
    await signIn(authenticator.sign(await ask())).expect(200);
  });
});
