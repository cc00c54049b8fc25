import { beforeAll, describe, expect, test } from 'vitest';
import { classById, classes } from '#schema/rest/classes.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import {
  addSchoolMember,
  removeSchoolMember,
  type SchoolDetail,
  schoolMembers,
  schools,
} from '#schema/rest/schools.ts';
import { updateUser, userById } from '#schema/rest/users.ts';
import { staffName } from '#schema/staff-name.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { addStaff, makeSchools, type Member, problemOf, send, signInAs, type Who } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

async function ownedBy(who: 'owner' | 'otherOwner'): Promise<SchoolDetail> {
  const { items } = await answerOf(schools, send(world, schools, { token: school.tokens[who] }));
  const [first] = items;
  if (!first || items.length > 1) throw new Error('not one school');
  return first;
}

const membersFor = (who: Who, id: string, query = {}) =>
  send(world, schoolMembers, { token: school.tokens[who], params: { id }, query });
const added = (who: Who, id: string, user: Pick<Member, 'id'>) =>
  send(world, addSchoolMember, { token: school.tokens[who], params: { id, userId: user.id } });
const removed = (who: Who, id: string, user: Pick<Member, 'id'>) =>
  send(world, removeSchoolMember, { token: school.tokens[who], params: { id, userId: user.id } });
const asSeenBy = (who: Who, { id }: Pick<Member, 'id'>) =>
  send(world, userById, { token: school.tokens[who], params: { Id: id } });

describe('the schools', () => {
  test('are each owner’s own with its owners and counts, and all of them for an administrator', async () => {
    const { owner, otherOwner } = school.people;
    await school.created('owner');
    expect(await ownedBy('owner')).toMatchObject({
      name: staffName(owner),
      owners: [{ id: owner.id }],
      memberCount: 3,
      classCount: 1,
    });
    expect((await ownedBy('otherOwner')).owners).toMatchObject([{ id: otherOwner.id }]);
    const query = { PageSize: 100 };
    const { items } = await answerOf(schools, send(world, schools, { token: school.tokens.admin, query }));
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining([staffName(owner), staffName(otherOwner)]));
    await problemOf(send(world, schools, { token: school.tokens.teacher }), 403);
  });

  test('show their members by page, and another school’s to no owner', async () => {
    const { id } = await ownedBy('owner');
    const { items } = await answerOf(schoolMembers, membersFor('owner', id));
    expect(items.map(({ role }) => role)).toEqual(['SchoolOwner', 'Teacher', 'Teacher']);
    const second = await answerOf(schoolMembers, membersFor('admin', id, { PageNumber: 2, PageSize: 1 }));
    expect(second).toMatchObject({ items: [{ id: items[1]?.id }], totalCount: 3 });
    await problemOf(membersFor('otherOwner', id), 404);
  });
});

describe('a member', () => {
  test('is added by an administrator alone, and is the school’s from then on', async () => {
    const { id } = await ownedBy('owner');
    const teacher = await addStaff(world, { role: 'Teacher' });
    await problemOf(added('owner', id, teacher), 403);
    await problemOf(asSeenBy('owner', teacher), 404);
    for (let twice = 0; twice < 2; twice += 1) await added('admin', id, teacher).expect(204);
    expect(await answerOf(userById, asSeenBy('owner', teacher))).toMatchObject({ refusal: null });
    await problemOf(asSeenBy('otherOwner', teacher), 404);
  });

  test('of two schools is changed by no owner, until one of the memberships ends', async () => {
    const [own, other] = [await ownedBy('owner'), await ownedBy('otherOwner')];
    const teacher = await addStaff(world, { role: 'Teacher', invitedById: school.people.owner.id });
    await added('admin', other.id, teacher).expect(204);
    for (const who of ['owner', 'otherOwner'] as const)
      expect((await answerOf(userById, asSeenBy(who, teacher))).refusal).toBe('messages.userOfAnotherSchool');
    await removed('admin', own.id, teacher).expect(204);
    await problemOf(removed('admin', own.id, teacher), 404);
    await problemOf(asSeenBy('owner', teacher), 404);
    expect((await answerOf(userById, asSeenBy('otherOwner', teacher))).refusal).toBeNull();
  });

  test('who is a school owner becomes an owner of the school', async () => {
    const { id } = await ownedBy('owner');
    const second = await addStaff(world, { role: 'SchoolOwner' });
    await added('admin', id, second).expect(204);
    expect((await ownedBy('owner')).owners.map((one) => one.id)).toContain(second.id);
    await removed('admin', id, second).expect(204);
  });

  test('cannot be an administrator, nor be removed while classes need them', async () => {
    const { id } = await ownedBy('owner');
    const { admin, owner, teacher } = school.people;
    expect((await problemOf(added('admin', id, admin), 409)).messageKey).toBe('messages.noSchoolRole');
    const { className } = await school.created('owner', { mainTeacherId: teacher.id, className: 'A 1' });
    expect(await problemOf(removed('admin', id, teacher), 409)).toMatchObject({
      messageKey: 'messages.memberOnClasses',
      messageValues: { name: staffName(teacher), classes: className },
    });
    await problemOf(removed('admin', id, owner), 409);
  });

  test('who leaves hands their classes over first, and keeps their account', async () => {
    const { id } = await ownedBy('owner');
    const { owner, colleague } = school.people;
    const password = 'quiet river stones';
    const leaving = await addStaff(world, {
      role: 'Teacher',
      invitedById: owner.id,
      passwordHash: await quickHash(password),
    });
    const taught = await school.created('owner', { mainTeacherId: leaving.id, className: 'B 2' });
    expect((await problemOf(removed('admin', id, leaving), 409)).messageValues).toMatchObject({ classes: 'B 2' });
    await school.put('owner', taught, { className: 'B 2', mainTeacherId: colleague.id }).expect(200);
    await removed('admin', id, leaving).expect(204);
    const { accessToken: token } = await signInAs(world, { email: leaving.email, password });
    const own = await answerOf(classes, send(world, classes, { token }));
    expect(own.items).toEqual([]);
    await problemOf(send(world, classById, { token, params: { id: taught.id } }), 404);
    await problemOf(asSeenBy('owner', leaving), 404);
    expect(await answerOf(userById, asSeenBy('admin', leaving))).toMatchObject({ status: UserStatus.ACTIVED });
  });

  test('who becomes a teacher again owns the school no more', async () => {
    const { id } = await ownedBy('owner');
    const second = await addStaff(world, { role: 'SchoolOwner', invitedById: school.people.owner.id });
    const { email, firstName, lastName, version } = second;
    const body = { email, firstName, lastName, version, role: 'Teacher' };
    await send(world, updateUser, { token: school.tokens.owner, params: { Id: second.id }, body }).expect(200);
    const { items } = await answerOf(schoolMembers, membersFor('owner', id, { PageSize: 100 }));
    expect(items.find((one) => one.id === second.id)?.role).toBe('Teacher');
  });
});
