import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classes, memberships, schools } from '#api/ground/db/schema.ts';
import { copyClass } from '#schema/rest/class-copies.ts';
import { type ClassDetail, createClass, updateClass } from '#schema/rest/classes.ts';
import { updateUser, userById } from '#schema/rest/users.ts';
import { allSchoolAdministrators } from '#schema/rest/user-pickers.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, classOf, makeSchools, type Member, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;
let second: Member;
let token: string;

beforeAll(async () => {
  school = await makeSchools(world);
  second = await addStaff(world, { role: 'SchoolOwner', invitedById: school.people.owner.id });
  token = await tokenOf(world, second);
});

async function schoolOf(made: Pick<ClassDetail, 'id'>): Promise<string> {
  const [row] = await world.services.db
    .select({ schoolId: classes.schoolId })
    .from(classes)
    .where(eq(classes.id, made.id));
  return row?.schoolId ?? 'none';
}

async function ownSchoolOf({ id }: Member): Promise<string> {
  const [row] = await world.services.db
    .select({ schoolId: memberships.schoolId })
    .from(memberships)
    .where(and(eq(memberships.userId, id), eq(memberships.role, 'SchoolOwner')));
  return row?.schoolId ?? 'none';
}

/** A further school of an owner, joined after the first. */
async function addSchool(owner: Member): Promise<string> {
  const id = newId();
  await world.services.db.insert(schools).values({ id, name: 'Branch' });
  const createdAt = new Date(Date.now() + 60_000);
  await world.services.db
    .insert(memberships)
    .values({ schoolId: id, userId: owner.id, role: 'SchoolOwner', createdAt });
  return id;
}

const bodyOf = ({ className, textBook, startDate, endDate, version, schoolAdministrator }: ClassDetail) => ({
  ...{ className, textBookId: textBook.id, startDate, endDate, version },
  schoolAdministratorId: schoolAdministrator?.id ?? null,
});

describe('a school of two owners', () => {
  test('shows both the same people and classes, and no other owner', async () => {
    const made = await school.created('owner', { mainTeacherId: school.people.teacher.id });
    const body = { ...bodyOf(made), className: 'Of both' };
    const sent = { params: { id: made.id }, body };
    const changed = await classOf(send(world, updateClass, { token, ...sent }));
    expect(changed).toMatchObject({ className: 'Of both', schoolAdministrator: { id: school.people.owner.id } });
    await problemOf(send(world, updateClass, { token: school.tokens.otherOwner, ...sent }), 404);
    for (const { id } of [school.people.owner, school.people.teacher])
      await send(world, userById, { token, params: { Id: id } }).expect(200);
    await problemOf(send(world, userById, { token, params: { Id: school.people.stranger.id } }), 404);
  });

  test('lets each name the other as a class’s school administrator, and nobody of another school', async () => {
    const owners = await answerOf(allSchoolAdministrators, send(world, allSchoolAdministrators, { token }));
    expect(owners.map(({ id }) => id).sort()).toEqual([school.people.owner.id, second.id].sort());
    const made = await school.created('owner', { schoolAdministratorId: second.id });
    expect(made.schoolAdministrator?.id).toBe(second.id);
    expect(await schoolOf(made)).toBe(await ownSchoolOf(school.people.owner));
    const body = { ...bodyOf(made), schoolAdministratorId: school.people.otherOwner.id };
    const refused = await problemOf(send(world, updateClass, { token, params: { id: made.id }, body }), 400);
    expect(refused.errors).toEqual({ schoolAdministratorId: ['messages.schoolAdministratorFixed'] });
  });

  test('lets one be changed by the other, who does not manage owners of other schools', async () => {
    const { email, firstName, lastName, role, version } = second;
    const body = { email, firstName, lastName, role, version };
    const sent = { params: { Id: second.id }, body };
    await problemOf(send(world, updateUser, { token: school.tokens.otherOwner, ...sent }), 404);
    await send(world, updateUser, { token: school.tokens.owner, ...sent }).expect(200);
  });

  test('goes to the first owner’s school when their teacher makes a class without naming anybody', async () => {
    const made = await school.created('teacher', { mainTeacherId: school.people.teacher.id });
    expect(made.schoolAdministrator?.id).toBe(school.people.owner.id);
  });
});

test('a teacher of one school who becomes a school owner owns that school with the others', async () => {
  const teacher = await addStaff(world, { role: 'Teacher', invitedById: school.people.owner.id });
  const { email, firstName, lastName, version } = teacher;
  const body = { email, firstName, lastName, version, role: 'SchoolOwner' };
  await send(world, updateUser, { token: school.tokens.owner, params: { Id: teacher.id }, body }).expect(200);
  expect(await ownSchoolOf(teacher)).toBe(await ownSchoolOf(school.people.owner));
});

describe('an owner of two schools', () => {
  test('makes classes in the first, and a class of the second stays there when it is changed or copied', async () => {
    const owner = await addStaff(world, { role: 'SchoolOwner' });
    const branch = await addSchool(owner);
    const body = { className: 'A', textBookId: school.book.id, startDate: '2026-04-01', endDate: '2027-03-31' };
    const own = { token: await tokenOf(world, owner) };
    const first = await classOf(send(world, createClass, { ...own, body }), 201);
    expect(await schoolOf(first)).not.toBe(branch);
    await world.services.db.update(classes).set({ schoolId: branch }).where(eq(classes.id, first.id));

    await send(world, updateClass, { ...own, params: { id: first.id }, body: bodyOf(first) }).expect(200);
    expect(await schoolOf(first)).toBe(branch);
    const include = { schoolAdministrator: true };
    const sent = send(world, copyClass, { ...own, params: { id: first.id }, body: { include } });
    const copy = await answerOf(copyClass, sent);
    expect(await schoolOf({ id: copy.class?.id ?? '' })).toBe(branch);
  });

  test('is named by a teacher of the second: the class is of the second', async () => {
    const owner = await addStaff(world, { role: 'SchoolOwner' });
    const branch = await addSchool(owner);
    const teacher = await addStaff(world, { role: 'Teacher' });
    await world.services.db.insert(memberships).values({ schoolId: branch, userId: teacher.id, role: 'Teacher' });
    const body = { className: 'B', textBookId: school.book.id, startDate: '2026-04-01', endDate: '2027-03-31' };
    const taught = { ...body, mainTeacherId: teacher.id, schoolAdministratorId: owner.id };
    const made = await classOf(send(world, createClass, { token: await tokenOf(world, teacher), body: taught }), 201);
    expect(await schoolOf(made)).toBe(branch);
  });
});

test('a class whose school administrator is taken away leaves the school', async () => {
  const made = await school.created('owner');
  await school.put('admin', made, { schoolAdministratorId: null }).expect(200);
  expect(await schoolOf(made)).toBe('none');
  await problemOf(school.put('owner', { ...made, version: made.version + 1 }), 404);
});
