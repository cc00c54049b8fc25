import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditLog, classes, memberships, schools as schoolTable } from '#api/ground/db/schema.ts';
import { auditEntries } from '#schema/rest/audit.ts';
import { deleteClass } from '#schema/rest/classes.ts';
import {
  createSchool,
  mergeSchools,
  moveSchoolMember,
  schoolById,
  type SchoolDetail,
  schoolMembers,
  schools,
  updateSchool,
} from '#schema/rest/schools.ts';
import { staffName } from '#schema/staff-name.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, makeSchools, type Member, problemOf, send, type Who } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

const named = async (name: string): Promise<SchoolDetail> =>
  answerOf(createSchool, send(world, createSchool, { token: school.tokens.admin, body: { name } }).expect(201));
const read = (who: Who, id: string) => send(world, schoolById, { token: school.tokens[who], params: { id } });
const renamed = (who: Who, { id, version }: SchoolDetail, name: string) =>
  send(world, updateSchool, { token: school.tokens[who], params: { id }, body: { name, version } });
const moved = (who: Who, id: string, user: Pick<Member, 'id'>, toSchoolId: string) =>
  send(world, moveSchoolMember, { token: school.tokens[who], params: { id, userId: user.id }, body: { toSchoolId } });
const merged = (who: Who, intoId: string, fromId: string) =>
  send(world, mergeSchools, { token: school.tokens[who], params: { id: intoId }, body: { fromId } });

async function joins(id: string, ...people: readonly Pick<Member, 'id' | 'role'>[]): Promise<void> {
  const rows = people.map(({ id: userId, role }) => ({
    ...{ schoolId: id, userId },
    role: role === 'SchoolOwner' ? ('SchoolOwner' as const) : ('Teacher' as const),
  }));
  await world.services.db.insert(memberships).values(rows).onConflictDoNothing();
}

async function ownSchool(who: 'owner' | 'otherOwner'): Promise<SchoolDetail> {
  const { items } = await answerOf(schools, send(world, schools, { token: school.tokens[who] }));
  const [first] = items;
  if (!first) throw new Error('no school');
  return first;
}

const memberIds = async (id: string): Promise<readonly string[]> => {
  const query = { PageSize: 100 };
  const sent = send(world, schoolMembers, { token: school.tokens.admin, params: { id }, query });
  return (await answerOf(schoolMembers, sent)).items.map((member) => member.id);
};

const classRow = async (id: string) => {
  const [row] = await world.services.db.select().from(classes).where(eq(classes.id, id));
  if (!row) throw new Error('no class');
  return row;
};

async function auditOf(id: string, action: string) {
  const query = { Entity: 'schools', EntityId: id, Action: action };
  const { items } = await answerOf(auditEntries, send(world, auditEntries, { token: school.tokens.admin, query }));
  return items.map(({ entityName, changes }) => ({
    entityName,
    changes: Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]])),
  }));
}

describe('a school', () => {
  test('is created by administrators alone, once for a key, empty, and found by a part of its name', async () => {
    await problemOf(send(world, createSchool, { token: school.tokens.owner, body: { name: 'Mine' } }), 403);
    const body = { name: 'アオゾラ小学校', idempotencyKey: 'one' };
    const create = () => send(world, createSchool, { token: school.tokens.admin, body }).expect(201);
    const [made, again] = [await answerOf(createSchool, create()), await answerOf(createSchool, create())];
    expect(again.id).toBe(made.id);
    expect(made).toMatchObject({ name: body.name, owners: [], memberCount: 0, classCount: 0, version: 1 });
    expect(await auditOf(made.id, 'create')).toEqual([{ entityName: body.name, changes: { name: [null, body.name] } }]);
    const found = async (SearchText: string, who: Who = 'admin') => {
      const sent = send(world, schools, { token: school.tokens[who], query: { SearchText } });
      return (await answerOf(schools, sent)).items.map(({ id }) => id);
    };
    expect(await found('あおぞら')).toEqual([made.id]);
    expect(await found('あおぞら', 'owner')).toEqual([]);
    for (const name of ['　', `Up\u202Edown`])
      expect(
        (await problemOf(send(world, createSchool, { token: school.tokens.admin, body: { name } }), 400)).errors,
      ).toHaveProperty('name');
  });

  test('is read and renamed by its owners and administrators, and by no other owner or teacher', async () => {
    const own = await ownSchool('owner');
    expect(await answerOf(schoolById, read('owner', own.id))).toEqual(own);
    const first = await answerOf(updateSchool, renamed('owner', own, 'Hoshizora School'));
    expect(first).toMatchObject({ name: 'Hoshizora School', version: own.version + 1 });
    expect(first.updatedBy?.id).toBe(school.people.owner.id);
    expect(await answerOf(updateSchool, renamed('admin', first, 'Aozora School'))).toMatchObject({
      name: 'Aozora School',
    });
    for (const sent of [read('otherOwner', own.id), renamed('otherOwner', own, 'Theirs')]) await problemOf(sent, 404);
    for (const sent of [read('teacher', own.id), renamed('teacher', own, 'Theirs')]) await problemOf(sent, 403);
    expect(await problemOf(renamed('owner', own, 'Old'), 409)).toMatchObject({
      messageKey: 'messages.changedMeanwhile',
      messageValues: { name: staffName(school.people.admin) },
    });
    expect((await auditOf(own.id, 'update')).map(({ changes }) => changes)).toEqual([
      { name: ['Hoshizora School', 'Aozora School'] },
      { name: [own.name, 'Hoshizora School'] },
    ]);
  });
});

describe('a member who is moved', () => {
  test('leaves the one school for the other, and is told of in the audit log', async () => {
    const [from, to] = [await named('From'), await named('To')];
    const teacher = await addStaff(world, { role: 'Teacher' });
    await joins(from.id, teacher);
    await problemOf(moved('owner', from.id, teacher, to.id), 403);
    await moved('admin', from.id, teacher, to.id).expect(204);
    expect([await memberIds(from.id), await memberIds(to.id)]).toEqual([[], [teacher.id]]);
    expect(await auditOf(from.id, 'move-member')).toEqual([
      {
        entityName: 'From',
        changes: { memberId: [null, teacher.id], schoolId: [from.id, to.id], role: [null, 'Teacher'] },
      },
    ]);
    await problemOf(moved('admin', from.id, teacher, to.id), 404);
  });

  test('stays while classes need them, or without another school', async () => {
    const { id } = await ownSchool('owner');
    const { teacher, otherOwner } = school.people;
    const other = await ownSchool('otherOwner');
    const { className } = await school.created('owner', { mainTeacherId: teacher.id, className: 'Needs 1' });
    expect(await problemOf(moved('admin', id, teacher, other.id), 409)).toMatchObject({
      messageKey: 'messages.memberOnClasses',
      messageValues: { name: staffName(teacher), classes: expect.stringContaining(className) as string },
    });
    expect(await memberIds(id)).toContain(teacher.id);
    const unknown = await problemOf(moved('admin', other.id, otherOwner, teacher.id), 400);
    expect(unknown.errors).toEqual({ toSchoolId: ['messages.schoolNotAvailable'] });
    expect((await problemOf(moved('admin', other.id, otherOwner, other.id), 400)).errors).toHaveProperty('toSchoolId');
  });
});

describe('schools that are merged', () => {
  test('are one with all members and classes; who owned either owns it', async () => {
    const branch = await named('Branch');
    const into = await ownSchool('otherOwner');
    const owner = await addStaff(world, { role: 'SchoolOwner' });
    const ofBoth = await addStaff(world, { role: 'SchoolOwner' });
    const teacher = await addStaff(world, { role: 'Teacher' });
    await joins(branch.id, owner, ofBoth, teacher);
    await joins(into.id, { id: ofBoth.id, role: 'Teacher' });
    const made = await school.created('admin', { schoolAdministratorId: owner.id, mainTeacherId: teacher.id });
    await world.services.db.update(classes).set({ schoolId: branch.id }).where(eq(classes.id, made.id));
    expect((await classRow(made.id)).schoolId).toBe(branch.id);

    await problemOf(merged('otherOwner', into.id, branch.id), 403);
    const one = await answerOf(mergeSchools, merged('admin', into.id, branch.id));
    const owners = [school.people.otherOwner.id, owner.id, ofBoth.id];
    expect(one.owners.map(({ id }) => id).toSorted()).toEqual(owners.toSorted());
    expect(one).toMatchObject({ id: into.id, name: into.name, classCount: into.classCount + 1 });
    expect(await memberIds(into.id)).toContain(teacher.id);
    expect(await classRow(made.id)).toMatchObject({ schoolId: into.id, schoolAdministratorId: owner.id });
    await problemOf(read('admin', branch.id), 404);
    expect(await auditOf(into.id, 'merge')).toMatchObject([
      { changes: { mergedSchool: [null, 'Branch'], memberCount: [null, 3], classCount: [null, 1] } },
    ]);
    expect(await auditOf(branch.id, 'delete')).toMatchObject([
      { entityName: 'Branch', changes: { mergedInto: [null, into.id] } },
    ]);
  });

  test('keep a class in the trash, whose school administrator has left, from going to that person’s other school', async () => {
    const [branch, into] = [await named('Branch 2'), await named('Stays')];
    const [owner, leaver] = [
      await addStaff(world, { role: 'SchoolOwner' }),
      await addStaff(world, { role: 'SchoolOwner' }),
    ];
    await joins(branch.id, owner, leaver);
    const made = await school.created('admin', { schoolAdministratorId: leaver.id });
    await world.services.db.update(classes).set({ schoolId: branch.id }).where(eq(classes.id, made.id));
    await send(world, deleteClass, { token: school.tokens.admin, params: { id: made.id } }).expect(204);
    await world.services.db
      .delete(memberships)
      .where(and(eq(memberships.schoolId, branch.id), eq(memberships.userId, leaver.id)));
    await answerOf(mergeSchools, merged('admin', into.id, branch.id));
    expect(await classRow(made.id)).toMatchObject({ schoolId: into.id, schoolAdministratorId: owner.id });
  });

  test('are two that are there', async () => {
    const { id } = await named('Alone');
    for (const [fromId, key] of [
      [id, 'messages.invalidValue'],
      [school.people.admin.id, 'messages.schoolNotAvailable'],
    ] as const)
      expect((await problemOf(merged('admin', id, fromId), 400)).errors).toEqual({ fromId: [key] });
    await problemOf(merged('admin', school.people.admin.id, id), 404);
    expect(await world.services.db.$count(auditLog, eq(auditLog.entityId, id))).toBe(1);
    expect(await world.services.db.$count(schoolTable, eq(schoolTable.id, id))).toBe(1);
  });
});
