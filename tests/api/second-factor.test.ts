import { and, desc, eq, inArray, like } from 'drizzle-orm';
import { Secret, URI } from 'otpauth';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetExpiredAccess } from '#api/domains/auth/clean-up.ts';
import { auditLog, rateLimits, recoveryCodes, secondFactors, users } from '#api/ground/db/schema.ts';
import { mySessions } from '#schema/rest/auth.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  mySecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '#schema/rest/second-factor.ts';
import { userById, userDetail } from '#schema/rest/users.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { codeOf, giveSecondFactor, wrongCodeFor } from '#tests/support/second-factor.ts';
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

const stateOf = async () =>
  mySecondFactor.response.parse((await send(world, mySecondFactor, { token }).expect(200)).body);
const begin = async () =>
  beginSecondFactor.response.parse(
    (await send(world, beginSecondFactor, { token, body: { password } }).expect(200)).body,
  );
const confirm = (code: string) => send(world, confirmSecondFactor, { token, body: { code } });
const actionsOf = async (id: string) =>
  (
    await world.services.db
      .select({ action: auditLog.action, actorId: auditLog.actorId })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.entityId, id),
          inArray(auditLog.action, ['second-factor-on', 'second-factor-off', 'new-recovery-codes']),
        ),
      )
      .orderBy(desc(auditLog.at))
  ).map(({ action, actorId }) => ({ action, actorId }));

describe('setting up', () => {
  test('shows a secret for an app once, and is on with the first code; other sessions end', async () => {
    const other = await tokenOf(world, member);
    const { uri, secret } = await begin();
    const app = URI.parse(uri);
    expect(app).toMatchObject({ issuer: 'Manabook', label: member.email, algorithm: 'SHA1', digits: 6, period: 30 });
    expect(app.secret.base32).toBe(secret);
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
    expect(await stateOf()).toEqual({ on: false, since: null, recoveryCodesLeft: 0, demand: null });

    const answer = await confirm(codeOf(secret)).expect(200);
    const { recoveryCodes: shown } = confirmSecondFactor.response.parse(answer.body);
    expect(shown).toHaveLength(10);
    for (const code of shown) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/);
    expect(await stateOf()).toMatchObject({ on: true, recoveryCodesLeft: 10 });
    await send(world, mySessions, { token: other }).expect(401);
    expect(await actionsOf(member.id)).toEqual([{ action: 'second-factor-on', actorId: member.id }]);
    expect((await problemOf(send(world, beginSecondFactor, { token, body: { password } }), 409)).messageKey).toBe(
      'messages.secondFactorIsOn',
    );
  });

  test('keeps neither the secret nor a recovery code as it is', async () => {
    const { secret } = await begin();
    const answer = await confirm(codeOf(secret)).expect(200);
    const { recoveryCodes: shown } = confirmSecondFactor.response.parse(answer.body);
    const { db } = world.services;
    const kept = JSON.stringify([
      await db.select().from(secondFactors).where(eq(secondFactors.userId, member.id)),
      await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, member.id)),
    ]);
    const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
    for (const form of [secret, bytes.toString('base64url'), bytes.toString('hex'), ...shown])
      expect(kept).not.toContain(form);
  });

  test.each([
    [{}, 'messages.ownPasswordRequire'],
    [{ password: 'wrong' }, 'messages.ownPasswordWrong'],
  ])('does not begin with %j', async (body, key) => {
    const problem = await problemOf(send(world, beginSecondFactor, { token, body }), 400);
    expect(problem.errors).toEqual({ password: [key] });
  });

  test('tells somebody who came by a school’s provider that there is no password yet', async () => {
    await world.services.db.update(users).set({ passwordHash: null }).where(eq(users.id, member.id));
    const problem = await problemOf(send(world, beginSecondFactor, { token, body: { password: 'any' } }), 400);
    expect(problem.errors).toEqual({ password: ['messages.noPasswordYet'] });
  });

  test('is not done with a wrong code, the code of an earlier secret, or an hour later', async () => {
    const first = await begin();
    const { secret } = await begin();
    expect((await problemOf(confirm(codeOf(first.secret)), 400)).errors).toEqual({
      code: ['messages.secondFactorCodeWrong'],
    });
    expect((await problemOf(confirm(''), 400)).errors).toEqual({ code: ['messages.secondFactorCodeRequire'] });
    await world.services.db
      .update(secondFactors)
      .set({ createdAt: new Date(Date.now() - 3_601_000) })
      .where(eq(secondFactors.userId, member.id));
    expect((await problemOf(confirm(codeOf(secret)), 409)).messageKey).toBe('messages.secondFactorNotBegun');
    expect(await stateOf()).toMatchObject({ on: false });
  });

  test('takes ten codes in fifteen minutes', async () => {
    const { secret } = await begin();
    for (let time = 0; time < 10; time += 1) await confirm(wrongCodeFor(secret)).expect(400);
    await confirm(codeOf(secret)).expect(429);
  });

  test('and thirty in a day', async () => {
    const { secret } = await begin();
    for (let time = 0; time < 30; time += 1) {
      // A quarter of an hour passes; the count of the day stays.
      if (time % 10 === 0) await world.services.db.delete(rateLimits).where(like(rateLimits.key, 'own-code:%'));
      await confirm(wrongCodeFor(secret)).expect(400);
    }
    await world.services.db.delete(rateLimits).where(like(rateLimits.key, 'own-code:%'));
    await confirm(codeOf(secret)).expect(429);
  });

  test('that was not finished is forgotten in the night a day later, and one that is on is not', async () => {
    const { db } = world.services;
    const other = await addStaff(world, { role: 'Teacher' });
    await giveSecondFactor(world.services, other.id);
    await begin();
    await db.update(secondFactors).set({ createdAt: new Date(Date.now() - 90_000_000) });
    await forgetExpiredAccess(world.services);
    const left = await db.select({ id: secondFactors.userId }).from(secondFactors);
    expect(left.map(({ id }) => id)).toContain(other.id);
    expect(left.map(({ id }) => id)).not.toContain(member.id);
  });
});

describe('once it is on', () => {
  const both = (operation: typeof turnOffSecondFactor | typeof renewRecoveryCodes, code: string, typed = password) =>
    send(world, operation, { token, body: { password: typed, code } });

  test('password and code turn it off, once', async () => {
    const { secret } = await giveSecondFactor(world.services, member.id);
    expect((await problemOf(both(turnOffSecondFactor, codeOf(secret), 'wrong'), 400)).errors).toEqual({
      password: ['messages.ownPasswordWrong'],
    });
    expect((await problemOf(both(turnOffSecondFactor, wrongCodeFor(secret)), 400)).errors).toEqual({
      code: ['messages.secondFactorCodeWrong'],
    });
    await both(turnOffSecondFactor, codeOf(secret)).expect(204);
    expect(await stateOf()).toEqual({ on: false, since: null, recoveryCodesLeft: 0, demand: null });
    expect(await actionsOf(member.id)).toEqual([{ action: 'second-factor-off', actorId: member.id }]);
    expect((await problemOf(both(turnOffSecondFactor, codeOf(secret, 1)), 409)).messageKey).toBe(
      'messages.secondFactorIsOff',
    );
  });

  test('a recovery code turns it off, and new ones replace the old', async () => {
    const { secret, recoveryCodes: old } = await giveSecondFactor(world.services, member.id, { recovery: true });
    const answer = await both(renewRecoveryCodes, codeOf(secret)).expect(200);
    const { recoveryCodes: fresh } = renewRecoveryCodes.response.parse(answer.body);
    expect(new Set([...old, ...fresh]).size).toBe(20);
    await both(turnOffSecondFactor, old[0] ?? '').expect(400);
    await both(turnOffSecondFactor, fresh[9] ?? '').expect(204);
    expect((await actionsOf(member.id)).map(({ action }) => action).sort()).toEqual([
      'new-recovery-codes',
      'second-factor-off',
    ]);
  });
});

describe('an administrator', () => {
  let administrator: Member;
  let theirs: string;
  const remove = (id: string, typed: string | undefined = password) =>
    send(world, removeSecondFactor, { token: theirs, params: { id }, body: { password: typed } });

  beforeEach(async () => {
    administrator = await addStaff(world, { role: 'Administrator', passwordHash });
    theirs = await tokenOf(world, administrator);
  });

  test('takes it off somebody who lost it: their sessions end, and the log has who did it', async () => {
    await giveSecondFactor(world.services, member.id);
    const seen = async () =>
      userDetail.parse((await send(world, userById, { token: theirs, params: { Id: member.id } }).expect(200)).body);
    expect(await seen()).toMatchObject({ secondFactor: true });
    expect((await problemOf(remove(member.id, 'wrong'), 400)).errors).toEqual({
      password: ['messages.ownPasswordWrong'],
    });
    await remove(member.id).expect(204);
    expect(await seen()).toMatchObject({ secondFactor: false });
    await send(world, mySecondFactor, { token }).expect(401);
    expect(await actionsOf(member.id)).toEqual([{ action: 'second-factor-off', actorId: administrator.id }]);
    expect((await problemOf(remove(member.id), 409)).messageKey).toBe('messages.secondFactorIsOff');
  });

  test('takes it off neither a super administrator nor themself', async () => {
    const above = await addStaff(world, { role: 'SuperAdmin' });
    for (const { id } of [above, administrator]) await giveSecondFactor(world.services, id);
    expect((await problemOf(remove(above.id), 403)).messageKey).toBe('messages.userAboveOwn');
    expect((await problemOf(remove(administrator.id), 403)).messageKey).toBe('messages.ownSecondFactor');
  });

  test('alone may: a school owner may not', async () => {
    const owner = await addStaff(world, { role: 'SchoolOwner', passwordHash });
    const call = { token: await tokenOf(world, owner), params: { id: member.id }, body: { password } };
    await send(world, removeSecondFactor, call).expect(403);
  });
});
