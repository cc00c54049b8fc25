import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordChange } from '#api/domains/audit/record.ts';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, users } from '#api/ground/db/schema.ts';
import { auditEntries } from '#schema/rest/audit.ts';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, makeSchools, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let schools: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  schools = await makeSchools(world);
});

const list = (query: Readonly<Record<string, unknown>>) =>
  answerOf(auditEntries, send(world, auditEntries, { token: schools.tokens.admin, query }));

/** Changes at given days, of somebody nobody else changes. */
async function changesAt(...days: readonly string[]) {
  const actor = await addStaff(world, { role: 'Administrator', firstName: 'ガオ', lastName: '100%' });
  const entityId = newId();
  for (const day of days) {
    const requestId = newId();
    await world.services.db.transaction((tx) =>
      recordChange(tx, { userId: actor.id, requestId }, { action: 'update', entity: 'users', entityId }),
    );
    await world.services.db
      .update(auditLog)
      .set({ at: new Date(`${day}T03:00:00Z`) })
      .where(eq(auditLog.requestId, requestId));
  }
  return { actor, entityId };
}

describe('GET Audit', () => {
  test('tells who changed what, with what it was before and what after', async () => {
    const made = await schools.created('teacher', { mainTeacherId: schools.people.teacher.id });
    await schools.put('teacher', made, {
      className: '3年2組',
      status: ClassStatus.INACTIVE,
      mainTeacherId: schools.people.teacher.id,
      approvalRequired: made.approvalRequired,
    });
    const { items, totalCount } = await list({ EntityId: made.id });
    expect(totalCount).toBe(2);
    expect(items[0]).toMatchObject({
      actorId: schools.people.teacher.id,
      actorName: '山田 花子',
      action: 'update',
      entity: 'classes',
      entityName: '3年2組',
    });
    expect(items[0]?.changes.sort((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'className', before: '3年1組', after: '3年2組' },
      { field: 'status', before: ClassStatus.ACTIVE, after: ClassStatus.INACTIVE },
    ]);
    expect(items[1]).toMatchObject({ action: 'create', entityName: '3年1組' });
    expect(items[1]?.changes).toContainEqual({ field: 'className', before: null, after: '3年1組' });
    expect(items[1]?.names).toContainEqual({ id: schools.people.teacher.id, name: '山田 花子' });
  });

  test('filters by days of the school’s zone, actor, entity, row and action, and pages newest first', async () => {
    const { actor, entityId } = await changesAt('2021-03-01', '2021-03-03', '2021-03-02');
    const days = async (query: Readonly<Record<string, unknown>>) =>
      (await list(query)).items.map(({ at }) => at.slice(0, 10));
    expect(await days({ ActorId: actor.id })).toEqual(['2021-03-03', '2021-03-02', '2021-03-01']);
    expect(await days({ EntityId: entityId, From: '2021-03-02' })).toEqual(['2021-03-03', '2021-03-02']);
    expect(await days({ EntityId: entityId, From: '2021-03-02', To: '2021-03-03' })).toEqual(['2021-03-02']);
    expect(await days({ ActorId: actor.id, PageSize: 1, PageNumber: 2 })).toEqual(['2021-03-02']);
    const oldest = { 'SortCriteria[0].field': 'at', 'SortCriteria[0].direction': 'asc' };
    expect((await days({ ActorId: actor.id, ...oldest }))[0]).toBe('2021-03-01');
    expect(await days({ ActorId: actor.id, Action: 'delete' })).toEqual([]);
    expect(await days({ ActorId: actor.id, Entity: 'classes' })).toEqual([]);
    expect(await days({ ActorId: actor.id, Entity: 'users', Action: 'update' })).toHaveLength(3);
  });

  test('counts and pages what one filter finds as it does what several find', async () => {
    const { actor, entityId } = await changesAt('2021-06-01', '2021-06-03', '2021-06-02', '2021-06-03');
    await changesAt('2021-06-02');
    const Action = 'update';
    const period = { From: '2021-06-01', To: '2021-06-04' };
    const filters = [{ ActorId: actor.id }, { EntityId: entityId }, { EntityId: entityId, Entity: 'users', Action }];
    for (const filter of filters) {
      const all = await list(filter);
      expect(all).toMatchObject({ totalCount: 4, totalIsExact: true });
      const pages = await Promise.all([1, 2].map((PageNumber) => list({ ...filter, PageSize: 2, PageNumber })));
      expect(pages.flatMap(({ items }) => items)).toEqual(all.items);
      expect(pages.map(({ totalCount }) => totalCount)).toEqual([4, 4]);
      expect((await list({ ...filter, From: '2021-06-02', To: '2021-06-03' })).totalCount).toBe(1);
    }
    for (const filter of [{ Entity: 'users' }, { Action }, { Entity: 'users', Action }])
      expect((await list({ ...filter, ...period })).totalCount).toBe(5);
    expect((await list({ Entity: 'classes', ...period })).totalCount).toBe(0);
  });

  test('finds people and what they changed by name, without regard to kana and width, and % as itself', async () => {
    const { actor } = await changesAt('2021-04-01');
    const { id } = await schools.created('admin', { className: 'ﾋﾏﾜﾘ組 50%' });
    const found = async (SearchText: string) => (await list({ SearchText, PageSize: 100 })).items;
    expect((await found('がお')).map(({ actorId }) => actorId)).toContain(actor.id);
    expect((await found('ひまわり　50%')).map(({ entityId }) => entityId)).toEqual([id]);
    expect(await found('ひまわり%50')).toEqual([]);
  });

  test('keeps the name of an account that is removed for good', async () => {
    const { actor, entityId } = await changesAt('2021-05-01');
    await world.services.db.delete(users).where(eq(users.id, actor.id));
    const [entry] = (await list({ EntityId: entityId })).items;
    expect(entry).toMatchObject({ actorId: null, actorName: '100% ガオ' });
  });

  test('is for administrators: 403 for others of the staff, 401 for nobody', async () => {
    const superAdmin = await tokenOf(world, await addStaff(world, { role: 'SuperAdmin' }));
    await answerOf(auditEntries, send(world, auditEntries, { token: superAdmin }));
    for (const who of ['owner', 'teacher'] as const)
      await problemOf(send(world, auditEntries, { token: schools.tokens[who] }), 403);
    await problemOf(send(world, auditEntries), 401);
  });

  test.each([
    ['From', 'yesterday'],
    ['To', '2021-02-30'],
    ['ActorId', 'me'],
    ['EntityId', "'"],
    ['Action', 'x'.repeat(61)],
    ['PageSize', '101'],
    ['SearchText', 'x'.repeat(201)],
  ])('refuses a wrong %s', async (field, value) => {
    const query = { [field]: value };
    const { errors } = await problemOf(send(world, auditEntries, { token: schools.tokens.admin, query }), 400);
    expect(Object.keys(errors ?? {})).toEqual([field]);
  });
});

test('what a caller forgot to leave out is not kept', async () => {
  const entityId = newId();
  const secrets = { passwordHash: 'p', refreshToken: 't', classHashCode: 'h', className: 'kept' };
  await world.services.db.transaction((tx) =>
    recordChange(
      tx,
      { userId: schools.people.admin.id, requestId: newId() },
      { action: 'update', entity: 'classes', entityId, before: secrets, after: { className: 'new' } },
    ),
  );
  const [entry] = (await list({ EntityId: entityId })).items;
  expect(entry?.changes).toEqual([{ field: 'className', before: 'kept', after: 'new' }]);
});
