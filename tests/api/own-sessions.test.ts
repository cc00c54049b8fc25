import { desc, eq, inArray } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, rateLimits, refreshTokens } from '#api/ground/db/schema.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  login,
  mySessions,
  refreshToken,
  type StaffSession,
} from '#schema/rest/auth.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { addStaff, type Member, problemOf, send, signInAs } from './school.ts';

const password = 'the one until now';
const next = 'quiet river stones';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
const world = keptApi();
let passwordHash: string;
let member: Member;

beforeAll(async () => {
  passwordHash = await quickHash(password);
});
beforeEach(async () => {
  await world.services.db.delete(rateLimits);
  member = await addStaff(world, { role: 'Teacher', passwordHash });
});

const signIn = () => signInAs(world, { email: member.email, password });
const idOf = (accessToken: string): string => String(decodeJwt(accessToken).sid);

async function sessionsOf(token: string): Promise<StaffSession[]> {
  return mySessions.response.parse((await send(world, mySessions, { token }).expect(200)).body);
}

/** What the audit log says of a person and their sessions, the newest first. */
const logOf = (...ids: string[]) =>
  world.services.db
    .select({ action: auditLog.action, entity: auditLog.entity, actorId: auditLog.actorId, after: auditLog.after })
    .from(auditLog)
    .where(inArray(auditLog.entityId, ids))
    .orderBy(desc(auditLog.at), desc(auditLog.id));

describe('one’s own sessions', () => {
  test('are listed with device, network and time, the last used first, and nobody else’s', async () => {
    const other = await addStaff(world, { role: 'Teacher', passwordHash });
    await signInAs(world, { email: other.email, password });
    const body = { email: member.email, password };
    const sent = send(world, login, { body }).set('user-agent', firefox).set('x-forwarded-for', '198.51.100.77');
    await sent.expect(200);
    const { accessToken } = await signIn();
    const [own, first, ...more] = await sessionsOf(accessToken);
    expect(more).toEqual([]);
    expect(own).toMatchObject({ id: idOf(accessToken), current: true });
    expect(first).toMatchObject({ current: false, browser: 'Firefox', os: 'Windows', network: '198.51.100.0' });
    expect(Date.now() - Date.parse(first?.createdAt ?? '')).toBeLessThan(60_000);
  });

  test('end one by one, at once, with their refresh tokens', async () => {
    const [stolen, own] = [await signIn(), await signIn()];
    const id = idOf(stolen.accessToken);
    await send(world, endSession, { token: own.accessToken, params: { id } }).expect(204);
    await send(world, mySessions, { token: stolen.accessToken }).expect(401);
    await send(world, refreshToken, { body: { refreshToken: stolen.refreshToken } }).expect(401);
    expect((await sessionsOf(own.accessToken)).map((one) => one.id)).toEqual([idOf(own.accessToken)]);
    await send(world, endSession, { token: own.accessToken, params: { id } }).expect(404);
    expect((await logOf(id))[0]).toMatchObject({ action: 'end-session', actorId: member.id });
  });

  test('end all but the one that asks', async () => {
    const [first, second, own] = [await signIn(), await signIn(), await signIn()];
    await send(world, endOtherSessions, { token: own.accessToken }).expect(204);
    for (const { accessToken } of [first, second]) await send(world, mySessions, { token: accessToken }).expect(401);
    expect(await sessionsOf(own.accessToken)).toHaveLength(1);
  });

  test('are out of others’ reach', async () => {
    const victim = await signIn();
    const other = await addStaff(world, { role: 'SuperAdmin', passwordHash });
    const { accessToken } = await signInAs(world, { email: other.email, password });
    const params = { id: idOf(victim.accessToken) };
    await send(world, endSession, { token: accessToken, params }).expect(404);
    await send(world, endSession, { token: accessToken, params: { id: newId() } }).expect(404);
    await send(world, endSession, { token: accessToken, params: { id: 'none' } }).expect(400);
    await send(world, endSession, { params }).expect(401);
    await sessionsOf(victim.accessToken);
  });
});

describe('one’s own password', () => {
  const change = (token: string, over = {}) =>
    send(world, changePassword, {
      token,
      body: { currentPassword: password, password: next, confirmPassword: next, ...over },
    });

  test('is changed by the one until now; other sessions end, this one goes on', async () => {
    const [other, own] = [await signIn(), await signIn()];
    await change(own.accessToken).expect(204);
    await sessionsOf(own.accessToken);
    await send(world, mySessions, { token: other.accessToken }).expect(401);
    await send(world, login, { body: { email: member.email, password } }).expect(401);
    await signInAs(world, { email: member.email, password: next });
    expect((await logOf(member.id)).map(({ action }) => action)).toContain('set-password');
  });

  test.each([
    [{ currentPassword: undefined }, { currentPassword: ['messages.ownPasswordRequire'] }],
    [{ currentPassword: 'wrong' }, { currentPassword: ['messages.ownPasswordWrong'] }],
    [{ password: 'password1', confirmPassword: 'password1' }, { password: ['messages.passwordTooCommon'] }],
    [{ password, confirmPassword: password }, { password: ['messages.passwordReused'] }],
    [{ confirmPassword: 'another one' }, { confirmPassword: ['messages.confirmPasswordField'] }],
  ])('stays with %j', async (over, errors) => {
    const { accessToken } = await signIn();
    expect((await problemOf(change(accessToken, over), 400)).errors).toMatchObject(errors);
    await signIn();
  });
});

describe('the audit log', () => {
  test('has sign-ins with their network, and refused ones without an author', async () => {
    const { accessToken } = await signIn();
    expect(await logOf(idOf(accessToken))).toMatchObject([
      { action: 'sign-in', entity: 'refresh_families', actorId: member.id, after: { network: '127.0.0.0' } },
    ]);
    await send(world, login, { body: { email: member.email, password: 'wrong' } }).expect(401);
    expect(await logOf(member.id)).toMatchObject([
      { action: 'refuse-sign-in', entity: 'users', actorId: null, after: { network: '127.0.0.0' } },
    ]);
  });

  test('has a refresh token that was used again after its successor', async () => {
    const first = await signIn();
    const renew = (token: string) => send(world, refreshToken, { body: { refreshToken: token } });
    const { refreshToken: second } = refreshToken.response.parse((await renew(first.refreshToken).expect(200)).body);
    await renew(second).expect(200);
    const id = idOf(first.accessToken);
    await world.services.db
      .update(refreshTokens)
      .set({ usedAt: new Date(Date.now() - 60_000) })
      .where(eq(refreshTokens.familyId, id));
    await renew(first.refreshToken).expect(401);
    expect((await logOf(id))[0]).toMatchObject({ action: 'refresh-reuse', actorId: null });
  });
});
