import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, memberships, users } from '#api/ground/db/schema.ts';
import { apiKeyScopes, type ApiKeyScope, scopeOf } from '#schema/api-key-scopes.ts';
import { apiKeys, createApiKey, revokeApiKey } from '#schema/rest/api-keys.ts';
import { classById, classes, createClass, updateClass } from '#schema/rest/classes.ts';
import { contract } from '#schema/rest/contract.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { reportExport, startReportExport } from '#schema/rest/report-exports.ts';
import { exportRoster } from '#schema/rest/roster-files.ts';
import { schoolMembers } from '#schema/rest/schools.ts';
import { restoreFromTrash, trash } from '#schema/rest/trash.ts';
import { setUserStatus } from '#schema/rest/user-accounts.ts';
import { exportUsers } from '#schema/rest/user-files.ts';
import { createUser, deleteUser, updateUser, userById, userChanges, users as listUsers } from '#schema/rest/users.ts';
import { viewer } from '#schema/rest/viewer.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, makeSchools, type Member, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;
let admin: string;
beforeAll(async () => {
  school = await makeSchools(world);
  admin = school.tokens.admin;
});

const create = (over: Record<string, unknown> = {}, by = admin) =>
  send(world, createApiKey, {
    token: by,
    body: { name: `Sync ${newId()}`, kind: 'service', scopes: ['Class:read'], ...over },
  });
interface Wanted {
  readonly by?: string;
  readonly name?: string;
  readonly schoolId?: string;
}
async function make(scopes: readonly ApiKeyScope[], { by = admin, ...over }: Wanted = {}) {
  const { key, apiKey } = await answerOf(createApiKey, create({ scopes, ...over }, by));
  return { key, ...apiKey };
}
const aTeacher = () => ({ email: `${newId()}@school.test`, firstName: 'Aya', lastName: 'Mori', role: 'Teacher' });

describe('a service account', () => {
  test.each<[string, (maker: Member) => Promise<unknown>]>([
    [
      'deactivated',
      ({ id }) =>
        send(world, setUserStatus, { token: admin, params: { id }, body: { status: UserStatus.DEACTIVATED } }).expect(
          200,
        ),
    ],
    [
      'made a teacher',
      ({ id, ...maker }) =>
        send(world, updateUser, { token: admin, params: { Id: id }, body: { ...maker, role: 'Teacher' } }).expect(200),
    ],
    ['deleted', ({ id }) => send(world, deleteUser, { token: admin, params: { Id: id } }).expect(204)],
    ['gone for good', ({ id }) => world.services.db.delete(users).where(eq(users.id, id))],
  ])('goes on when its maker is %s', async (_, leave) => {
    const maker = await addStaff(world, { role: 'Administrator' });
    const { key, id } = await make(['Class:read', 'User:write'], { by: await tokenOf(world, maker) });
    await leave(maker);
    await send(world, classes, { token: key }).expect(200);
    await send(world, createUser, { token: key, body: aTeacher() }).expect(201);
    const { items } = await answerOf(apiKeys, send(world, apiKeys, { token: admin, query: { PageSize: 100 } }));
    expect(items.find((item) => item.id === id)).toMatchObject({ state: 'live', kind: 'service' });
  });

  test('is told with who made it, and is named by whatever it changes', async () => {
    const { key, owner, ...made } = await make(['User:write', 'Class:write', 'Class:read'], { name: 'Nightly roster' });
    expect(owner).toEqual({ id: expect.any(String) as string, firstName: 'Nightly roster', lastName: '' });
    expect(made).toMatchObject({ kind: 'service', createdBy: { id: school.people.admin.id }, school: null });
    const person = await answerOf(createUser, send(world, createUser, { token: key, body: aTeacher() }));
    const body = { className: '3-1', textBookId: school.book.id, startDate: '2026-04-01', endDate: '2027-03-31' };
    const ofClass = await answerOf(createClass, send(world, createClass, { token: key, body }));
    expect(person.invitedBy).toEqual(owner);
    expect(ofClass.updatedBy).toEqual(owner);
    const rows = await world.services.db
      .select()
      .from(auditLog)
      .where(inArray(auditLog.entityId, [person.id, ofClass.id]));
    const by = { actorId: owner.id, actorName: 'Nightly roster', apiKeyName: 'Nightly roster' };
    expect(rows).toMatchObject([by, by]);
    const update = { token: key, params: { id: ofClass.id }, body: { ...body, version: ofClass.version } };
    await send(world, updateClass, update).expect(200);
    const late = send(world, updateClass, update);
    expect((await problemOf(late, 409)).messageValues).toMatchObject({ name: 'Nightly roster' });
    const [begun] = await world.services.db.select().from(auditLog).where(eq(auditLog.entityId, made.id));
    expect(begun).toMatchObject({
      actorId: school.people.admin.id,
      after: { kind: 'service', name: 'Nightly roster' },
    });
  });

  test('is no person: no list, look-up, feed or trash has it, nothing changes or restores it', async () => {
    const { owner } = await make(['Class:read']);
    const { db } = world.services;
    await db
      .update(users)
      .set({ updatedAt: new Date(Date.now() - 60_000) })
      .where(eq(users.id, owner.id));
    for (const found of [
      answerOf(listUsers, send(world, listUsers, { token: admin, query: { SearchText: owner.firstName } })),
      answerOf(trash, send(world, trash, { token: admin, query: { SearchText: owner.firstName } })),
    ])
      expect(await found).toMatchObject({ items: [], totalCount: 0 });
    const After = `${new Date(Date.now() - 61_000).toISOString()}_${owner.id}`;
    const feed = await answerOf(userChanges, send(world, userChanges, { token: admin, query: { After, Size: 100 } }));
    expect(feed.deletedIds).not.toContain(owner.id);
    await problemOf(send(world, userById, { token: admin, params: { Id: owner.id } }), 404);
    const body = { ...aTeacher(), version: 1 };
    await problemOf(send(world, updateUser, { token: admin, params: { Id: owner.id }, body }), 404);
    await problemOf(send(world, deleteUser, { token: admin, params: { Id: owner.id } }), 404);
    await problemOf(send(world, restoreFromTrash, { token: admin, params: { kind: 'users', id: owner.id } }), 404);
  });

  test('asks who it is, and exports a report, until it is ended', async () => {
    const { key, id } = await make(['Report:read']);
    const { viewer: asker } = await answerOf(viewer, send(world, viewer, { token: key }));
    expect(asker).toMatchObject({ kind: 'apiKey', user: null, role: 'Administrator', apiKey: { id, kind: 'service' } });
    const body = { Report: 'usage', From: '2011-01-01', To: '2011-01-02' };
    const started = await send(world, startReportExport, { token: key, body }).expect(202);
    const params = { id: startReportExport.response.parse(started.body).id };
    const progress = () => answerOf(reportExport, send(world, reportExport, { token: key, params }));
    await expect.poll(async () => (await progress()).state, { timeout: 60_000 }).toBe('done');
    const url = `${world.apiUrl}/api${(await progress()).file?.url}`;
    expect((await fetch(url)).status).toBe(200);
    await send(world, revokeApiKey, { token: admin, params: { id } }).expect(204);
    expect((await fetch(url)).status).toBe(403);
    expect((await problemOf(send(world, viewer, { token: key }), 401)).messageKey).toBe('messages.apiKeyRevoked');
  });
});

describe('a file that a service account asks for', () => {
  test.each([
    ['users', exportUsers, 'User:read'],
    ['a roster', exportRoster, 'Roster:read'],
  ] as const)('of %s opens until its key is revoked, of all schools and of one', async (_, operation, scope) => {
    for (const over of [{}, { schoolId: (await school.created('owner', {})).school?.id ?? '' }]) {
      const { key, id } = await make([scope], over);
      await send(world, operation, { token: key }).expect(200);
      const { url } = await answerOf(
        operation,
        send(world, operation, { token: key }).set('accept', 'application/json'),
      );
      const open = () => fetch(`${world.apiUrl}/api${url}`);
      expect((await open()).status).toBe(200);
      await send(world, revokeApiKey, { token: admin, params: { id } }).expect(204);
      expect((await open()).status).toBe(403);
    }
  });
});

describe('a service account with every scope', () => {
  let key: string;
  beforeAll(async () => {
    ({ key } = await make(apiKeyScopes));
  });
  const closed = contract.filter((operation) => scopeOf(operation) === 'never');

  test('has no call about keys, webhooks, sign-in, passwords, schools or one’s own account', () => {
    const areas = ['ApiKey', 'Webhook', 'Auth', 'School'];
    const open = contract.filter(({ path }) =>
      areas.some((area) => path.startsWith(`/${area}/`) || path === `/${area}`),
    );
    const asked = ['admission', 'settings', 'viewer', 'visitorAddress'];
    expect(open.filter((operation) => !closed.includes(operation) && !asked.includes(operation.name))).toEqual([]);
  });

  test('is refused by each of those calls, whatever it sends', async () => {
    for (const operation of closed) {
      const params = { id: newId(), Id: newId(), userId: newId(), kind: 'users' };
      const { messageKey } = await problemOf(send(world, operation, { token: key, params, body: {} }), 403);
      expect([operation.name, messageKey]).toEqual([operation.name, 'messages.apiKeyNotHere']);
    }
  });

  test.each(['SuperAdmin', 'Administrator', 'SchoolOwner'] as const)('makes no %s, and changes none', async (role) => {
    const by = { token: key };
    const refused = [
      send(world, createUser, { ...by, body: { ...aTeacher(), role } }),
      send(world, updateUser, {
        ...by,
        params: { Id: school.people.teacher.id },
        body: { ...school.people.teacher, role },
      }),
    ];
    const other = await addStaff(world, { role });
    refused.push(
      send(world, updateUser, { ...by, params: { Id: other.id }, body: { ...other, role } }),
      send(world, setUserStatus, { ...by, params: { id: other.id }, body: { status: UserStatus.DEACTIVATED } }),
    );
    for (const sent of refused) expect((await problemOf(sent, 403)).messageKey).toBe('messages.apiKeyTeachersOnly');
  });
});

describe('a service account of one school', () => {
  test('reaches that school alone, as its owner could', async () => {
    const schoolId = (await school.created('owner', {})).school?.id ?? '';
    const scopes = ['Class:read', 'Class:write', 'User:read'] as const;
    const { key, ...made } = await make(scopes, { schoolId });
    expect(made.school).toMatchObject({ id: schoolId });
    const ofAccount = await world.services.db.select().from(memberships).where(eq(memberships.userId, made.owner.id));
    expect(ofAccount).toMatchObject([{ schoolId, role: 'SchoolOwner' }]);
    const body = { className: '4-1', textBookId: school.book.id, startDate: '2026-04-01', endDate: '2027-03-31' };
    const mine = await answerOf(createClass, send(world, createClass, { token: key, body }));
    expect(mine).toMatchObject({ school: { id: schoolId }, schoolAdministrator: { id: school.people.owner.id } });
    const theirs = await school.created('otherOwner', {});
    await problemOf(send(world, classById, { token: key, params: { Id: theirs.id } }), 404);
    const { items } = await answerOf(listUsers, send(world, listUsers, { token: key, query: { PageSize: 100 } }));
    expect(items.map(({ id }) => id)).toContain(school.people.teacher.id);
    expect(items.map(({ id }) => id)).not.toContain(school.people.stranger.id);
    const params = { id: schoolId };
    const members = await answerOf(schoolMembers, send(world, schoolMembers, { token: admin, params }));
    expect(members.items.map(({ id }) => id)).not.toContain(made.owner.id);
  });
});

describe('a new service account', () => {
  test('is for administrators to make', async () => {
    for (const who of ['owner', 'teacher'] as const) await problemOf(create({}, school.tokens[who]), 403);
  });

  test.each<[Record<string, unknown>, Record<string, string[]>]>([
    [{ kind: 'god' }, { kind: ['messages.invalidValue'] }],
    [{ name: ' ' }, { name: ['messages.apiKeyNameRequire'] }],
    [{ schoolId: 'here' }, { schoolId: ['messages.invalidValue'] }],
    [{ schoolId: newId() }, { schoolId: ['messages.schoolNotAvailable'] }],
    [{ kind: 'personal', schoolId: newId() }, { schoolId: ['messages.invalidValue'] }],
  ])('of %j is refused', async (over, errors) => {
    const count = () => world.services.db.$count(users);
    const before = await count();
    expect((await problemOf(create(over), 400)).errors).toEqual(errors);
    expect(await count()).toBe(before);
  });

  test('has a name of its own among the live ones, whoever makes it', async () => {
    const another = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
    const name = `Feed ${newId()}`;
    const answers = await Promise.all([create({ name }), create({ name: name.toUpperCase() }, another)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    // A person's key is another thing.
    await create({ name, kind: 'personal' }).expect(201);
  });
});
