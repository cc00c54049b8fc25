import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiKeys as keyTable, auditLog } from '#api/ground/db/schema.ts';
import { apiKeys, createApiKey, mostApiKeys, revokeApiKey } from '#schema/rest/api-keys.ts';
import { classes } from '#schema/rest/classes.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeKey } from './key-ring.ts';
import { addStaff, type Member, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let owner: Member;
let token: string;

beforeAll(async () => {
  owner = await addStaff(world, { role: 'Administrator', firstName: 'Kei', lastName: 'Holder' });
  token = await tokenOf(world, owner);
});

const valid = { name: 'Timetable', scopes: ['Class:read'] };
const create = (over: Record<string, unknown> = {}, by = token) =>
  send(world, createApiKey, { token: by, body: { ...valid, ...over } });
const revoke = (id: string, by = token) => send(world, revokeApiKey, { token: by, params: { id } });
const list = (query: Record<string, unknown> = {}) =>
  answerOf(apiKeys, send(world, apiKeys, { token, query: { PageSize: 100, ...query } }));
const rowOf = async (id: string) => {
  const [row] = await world.services.db.select().from(keyTable).where(eq(keyTable.id, id));
  return row;
};
const end = (id: string) =>
  world.services.db
    .update(keyTable)
    .set({ expiresAt: new Date(0) })
    .where(eq(keyTable.id, id));

describe('a new API key', () => {
  test('is told once, and afterwards by its last four characters alone', async () => {
    const expiresAt = '2099-03-31T15:00:00.000Z';
    const scopes = ['User:read', 'Class:read', 'User:read'];
    const { key, apiKey } = await answerOf(createApiKey, create({ name: ' Roster ', scopes, expiresAt }));
    expect(key).toMatch(/^mbk_[\w-]{43}$/);
    expect(apiKey).toMatchObject({ name: 'Roster', scopes: ['Class:read', 'User:read'], state: 'live', expiresAt });
    expect(apiKey).toMatchObject({ lastFour: key.slice(-4), lastUsedAt: null, owner: { id: owner.id } });
    const page = await list();
    expect(page.items).toContainEqual(apiKey);
    expect(JSON.stringify([page, await rowOf(apiKey.id)])).not.toContain(key.slice(4, -4));
  });

  test.each([
    [{ name: ' ' }, { name: ['messages.apiKeyNameRequire'] }],
    [{ name: 'x'.repeat(101) }, { name: ['messages.valueTooLong'] }],
    [{ scopes: [] }, { scopes: ['messages.apiKeyScopesRequire'] }],
    [{ scopes: ['Auth:write'] }, { 'scopes.0': ['messages.invalidValue'] }],
    [{ expiresAt: new Date(Date.now() - 1000).toISOString() }, { expiresAt: ['messages.apiKeyExpiryPast'] }],
    [{ expiresAt: 'tomorrow' }, { expiresAt: ['messages.invalidDate'] }],
  ])('of %j is refused', async (over, errors) => {
    expect((await problemOf(create(over), 400)).errors).toEqual(errors);
  });

  test('has a name of its own among its owner’s live keys, also when two are made at once', async () => {
    const answers = await Promise.all(['Sync', 'sync', 'SYNC'].map((name) => create({ name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const problem = await problemOf(create({ name: 'Sync' }), 409);
    expect(problem.errors).toEqual({ name: ['messages.apiKeyNameExists'] });
    await create({ name: 'Sync' }, await tokenOf(world, await addStaff(world, { role: 'SuperAdmin' }))).expect(201);
  });

  test.each([
    ['revoked', (id: string) => revoke(id).expect(204)],
    ['expired', (id: string) => end(id)],
  ])('may have the name of one that is %s', async (ended, finish) => {
    const { apiKey } = await answerOf(createApiKey, create({ name: `Was ${ended}` }));
    await finish(apiKey.id);
    await create({ name: `Was ${ended}` }).expect(201);
  });

  test('is one of 20 at most, however many are asked for at once', async () => {
    const by = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
    const names = Array.from({ length: mostApiKeys + 5 }, (_, index) => `Key ${index}`);
    const answers = await Promise.all(names.map((name) => create({ name }, by)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(mostApiKeys);
    expect((await problemOf(create({ name: 'One more' }, by), 409)).messageKey).toBe('messages.tooManyApiKeys');
  });
});

describe('the list of API keys', () => {
  test('holds everybody’s, each with its state, and can be narrowed and sorted', async () => {
    const [live, expired, revoked] = [await makeKey(world), await makeKey(world), await makeKey(world)];
    await end(expired.id);
    await revoke(revoked.id).expect(204);
    for (const [state, { id }] of Object.entries({ live, expired, revoked })) {
      const { items } = await list({ State: [state] });
      expect(items.map((item) => item.id)).toContain(id);
      expect(new Set(items.map((item) => item.state))).toEqual(new Set([state]));
    }
    const named = (await list({ 'SortCriteria[0].field': 'name' })).items.map(({ name }) => name.toLowerCase());
    expect(named).toEqual(named.toSorted());
    expect((await list({ PageSize: 1 })).items[0]?.id).toBe(revoked.id);
  });

  test('tells in which minute a key was last used, and is written to once a minute', async () => {
    const { key, id } = await makeKey(world);
    const use = () => send(world, classes, { token: key }).expect(200);
    const written = () =>
      world.services.db
        .select({ by: sql<string>`xmin::text`, at: keyTable.lastUsedAt })
        .from(keyTable)
        .where(eq(keyTable.id, id));
    await use();
    await expect.poll(async () => (await written())[0]?.at?.toISOString()).toMatch(/:00\.000Z$/);
    const [before] = await written();
    for (let again = 0; again < 10; again += 1) await use();
    const [after] = await written();
    // If the minute ends in between, another call writes it.
    if (after?.at?.getTime() === before?.at?.getTime()) expect(after).toEqual(before);
    expect((await list()).items.find((item) => item.id === id)?.lastUsedAt).toBe(after?.at?.toISOString());
  });
});

describe('the end of an API key', () => {
  test('is any administrator’s to bring, once', async () => {
    const { id, key } = await makeKey(world, { owner: await addStaff(world, { role: 'SuperAdmin' }) });
    await send(world, classes, { token: key }).expect(200);
    await revoke(id).expect(204);
    expect((await problemOf(send(world, classes, { token: key }), 401)).messageKey).toBe('messages.apiKeyRevoked');
    const found = (await list()).items.find((item) => item.id === id);
    expect(found).toMatchObject({ state: 'revoked', revokedBy: { id: owner.id } });
    await problemOf(revoke(id), 404);
  });

  test('and its beginning are written down, without the key', async () => {
    const { key, apiKey } = await answerOf(createApiKey, create({ name: 'Written down' }));
    await revoke(apiKey.id).expect(204);
    const rows = await world.services.db.select().from(auditLog).where(eq(auditLog.entityId, apiKey.id));
    expect(rows.map(({ action, actorId, entityName }) => ({ action, actorId, entityName }))).toEqual([
      { action: 'create', actorId: owner.id, entityName: 'Written down' },
      { action: 'revoke', actorId: owner.id, entityName: 'Written down' },
    ]);
    expect(rows[0]?.after).toMatchObject({ name: 'Written down', scopes: ['Class:read'], lastFour: key.slice(-4) });
    expect(JSON.stringify(rows)).not.toContain(key.slice(4, -4));
  });
});
