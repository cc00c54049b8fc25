import { and, eq, isNull } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { apiKeys as keyTable, auditLog, classProfiles, communityPosts, users } from '#api/ground/db/schema.ts';
import { mayCall } from '#schema/access.ts';
import { type ApiKeyScope, apiKeyScopes, scopeOf } from '#schema/api-key-scopes.ts';
import { createApiKey } from '#schema/rest/api-keys.ts';
import { problem } from '#schema/problem.ts';
import { removeClassProfiles } from '#schema/rest/class-admission.ts';
import { classes, createClass } from '#schema/rest/classes.ts';
import { contract } from '#schema/rest/contract.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { restoreFromTrash } from '#schema/rest/trash.ts';
import { deleteUser, updateUser } from '#schema/rest/users.ts';
import { setUserStatus } from '#schema/rest/user-accounts.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makePost } from '#tests/support/teaching.ts';
import { makeKey } from './key-ring.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { rightCall } from './samples/samples.ts';
import { addStaff, type Member, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let place: Place;
let superToken: string;
const keys = new Map<string, string>();

beforeAll(async () => {
  place = await makePlace(world);
  superToken = await tokenOf(world, place.own.SuperAdmin);
  const { Administrator: owner } = place.own;
  for (const scope of apiKeyScopes) keys.set(scope, (await makeKey(world, { owner, scopes: [scope] })).key);
  const anotherOwner = await addStaff(world, { role: 'Administrator' });
  for (const scope of apiKeyScopes) {
    const others = apiKeyScopes.filter((other) => other !== scope);
    keys.set(`all but ${scope}`, (await makeKey(world, { owner: anotherOwner, scopes: others })).key);
  }
  keys.set('all', (await makeKey(world, { scopes: apiKeyScopes })).key);
});

const forStaff = contract.filter(({ access }) => mayCall('Administrator', access));
const scoped = forStaff.filter((operation) => apiKeyScopes.some((scope) => scope === scopeOf(operation)));
const forbidden = forStaff.filter((operation) => scopeOf(operation) === 'never');

// Of the operations with rows in the audit log, some of each kind: one row, many rows, uploads.
const recorded = new Set(['createClass', 'deleteStudentPosts', 'uploadPageImage', 'uploadTextBookThumbnail']);

const named = (operations: typeof contract) => operations.map((operation) => [operation.name, operation] as const);

describe.each(named(scoped))('%s with an API key', (_, operation) => {
  const scope = scopeOf(operation);

  test('is done by its scope alone, and the audit log names the key', async () => {
    const right = await rightCall(operation, place, 'Administrator');
    const requestId = newId();
    const answer = await send(world, operation, { ...right, token: keys.get(scope) }).set('x-request-id', requestId);
    expect([200, 201, 202, 204], answer.text).toContain(answer.status);
    const rows = await world.services.db.select().from(auditLog).where(eq(auditLog.requestId, requestId));
    expect(rows.filter(({ apiKeyName }) => apiKeyName === null)).toEqual([]);
    if (recorded.has(operation.name)) expect(rows).not.toEqual([]);
  });

  test('is refused by every other scope together, and says which one is needed', async () => {
    const right = await rightCall(operation, place, 'Administrator');
    const token = keys.get(`all but ${scope}`);
    const problemFound = await problemOf(send(world, operation, { ...right, token }), 403);
    expect(problemFound).toMatchObject({ messageKey: 'messages.apiKeyScopeMissing', messageValues: { scope } });
    expect(problemFound.detail).toContain(scope);
  });
});

test('a removal from a class hides the posts by the scope of posts alone', async () => {
  const { id } = await aClass(place);
  const child = await aProfile(place, id);
  const { id: postId } = await makePost(world.services.db, { classId: id, profileId: child.id });
  const remove = async (scopes: readonly ApiKeyScope[], hidePosts: boolean) => {
    const { key: token } = await makeKey(world, { scopes });
    return send(world, removeClassProfiles, { token, params: { id }, body: { profileIds: [child.id], hidePosts } });
  };
  const stateOfPost = async () => {
    const [row] = await world.services.db.select().from(communityPosts).where(eq(communityPosts.id, postId));
    return row?.state;
  };
  const refused = await remove(['Class:write'], true);
  expect(refused.body).toMatchObject({
    ...{ status: 403, messageKey: 'messages.apiKeyScopeMissing', messageValues: { scope: 'Community:write' } },
  });
  const back = { classId: id, profileId: child.id };
  expect(await world.services.db.$count(classProfiles, eq(classProfiles.profileId, child.id))).toBe(1);
  expect((await remove(['Class:write'], false)).status).toBe(200);
  expect(await stateOfPost()).toBe('approved');
  await world.services.db.insert(classProfiles).values(back);
  expect((await remove(['Class:write', 'Community:write'], true)).status).toBe(200);
  expect(await stateOfPost()).toBe('hidden');
});

test.each(named(forbidden))('%s is for no API key, whatever its scopes', async (_, operation) => {
  const right = await rightCall(operation, place, 'Administrator');
  const { messageKey } = await problemOf(send(world, operation, { ...right, token: keys.get('all') }), 403);
  expect(messageKey).toBe('messages.apiKeyNotHere');
});

test('what an API key changes is its owner’s doing', async () => {
  const { key, owner } = await makeKey(world, { scopes: ['Class:write'] });
  const right = await rightCall(createClass, place, 'Administrator');
  const requestId = 'made-by-a-key';
  await send(world, createClass, { ...right, token: key })
    .set('x-request-id', requestId)
    .expect(201);
  const rows = await world.services.db.select().from(auditLog).where(eq(auditLog.requestId, requestId));
  expect(rows.map(({ actorId }) => actorId)).toEqual([owner.id]);
});

describe('an API key ends for good', () => {
  const set = ({ id }: Member, status: number) =>
    send(world, setUserStatus, { token: superToken, params: { id }, body: { status } }).expect(200);
  const change = (member: Member, over: Partial<Member>) => {
    const { firstName, lastName, email, role, version, id } = { ...member, ...over };
    const body = { firstName, lastName, email, role, version };
    return send(world, updateUser, { token: superToken, params: { Id: id }, body }).expect(200);
  };
  const stateOf = async (key: string) => {
    const answer = await send(world, classes, { token: key });
    return answer.status === 200 ? 'live' : problem.parse(answer.body).messageKey;
  };

  test('with its owner’s deactivation, and stays ended when they come back', async () => {
    const owner = await addStaff(world, { role: 'Administrator', passwordHash: 'x' });
    const { key } = await makeKey(world, { owner });
    await set(owner, UserStatus.DEACTIVATED);
    expect(await stateOf(key)).toBe('messages.apiKeyRevoked');
    await set(owner, UserStatus.ACTIVED);
    expect(await stateOf(key)).toBe('messages.apiKeyRevoked');
  });

  test('also one that is being made while its owner is deactivated', async () => {
    for (let round = 0; round < 8; round += 1) {
      const owner = await addStaff(world, { role: 'Administrator', passwordHash: 'x' });
      const token = await tokenOf(world, owner);
      const body = { name: 'At once', scopes: ['Class:read'] };
      const [made] = await Promise.all([
        send(world, createApiKey, { token, body }),
        set(owner, UserStatus.DEACTIVATED),
      ]);
      expect([201, 401]).toContain(made.status);
      const live = and(eq(keyTable.ownerId, owner.id), isNull(keyTable.revokedAt));
      expect(await world.services.db.$count(keyTable, live)).toBe(0);
    }
  });

  test.each(['SuperAdmin', 'Teacher'] as const)('when its owner becomes %s, and is not given back', async (role) => {
    const { key, owner } = await makeKey(world);
    await change(owner, { role, email: role === 'Teacher' ? `moved-${owner.email}` : owner.email });
    expect(await stateOf(key)).toBe('messages.apiKeyRevoked');
    await change(owner, { version: owner.version + 1 });
    expect(await stateOf(key)).toBe('messages.apiKeyRevoked');
  });

  test('with its owner’s deletion, restored or not', async () => {
    const { key, owner } = await makeKey(world);
    await send(world, deleteUser, { token: superToken, params: { Id: owner.id } }).expect(204);
    expect(await stateOf(key)).toBe('messages.apiKeyRevoked');
    const params = { kind: 'users', id: owner.id };
    await send(world, restoreFromTrash, { token: superToken, params }).expect(204);
    expect(await stateOf(key)).toBe('messages.apiKeyRevoked');
  });

  test('at the instant it was to expire', async () => {
    const { key, id } = await makeKey(world, { expiresAt: '2099-01-01T00:00:00Z' });
    expect(await stateOf(key)).toBe('live');
    await world.services.db.update(keyTable).set({ expiresAt: new Date() }).where(eq(keyTable.id, id));
    expect(await stateOf(key)).toBe('messages.apiKeyExpired');
  });

  test('but not with another name of its owner’s', async () => {
    const { key, owner } = await makeKey(world);
    await change(owner, { firstName: 'Renamed' });
    expect(await stateOf(key)).toBe('live');
  });

  test.each([{ status: UserStatus.DEACTIVATED }, { role: 'Teacher' as const }, { deletedAt: new Date() }])(
    'in effect, should somebody set %j of its owner by hand',
    async (values) => {
      const { key, owner } = await makeKey(world);
      await world.services.db.update(users).set(values).where(eq(users.id, owner.id));
      expect(await stateOf(key)).toBe('messages.apiKeyRevoked');
    },
  );
});
