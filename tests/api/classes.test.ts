import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, textbooks, users } from '#api/ground/db/schema.ts';
import * as operations from '#schema/rest/classes.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, addTextBook, classOf, makeSchools, problemOf, send } from './school.ts';
import { staffName } from '#schema/staff-name.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

describe('creating a class', () => {
  test('gives it a code, a hash code of 128 random bits, its links and the approval setting', async () => {
    const made = await school.created('admin', {
      mainTeacherId: school.people.teacher.id,
      secondaryTeacherIds: [school.people.colleague.id],
    });
    expect(made.classCode).toMatch(/^[A-Z0-9]{8}$/);
    expect(Buffer.from(made.classHashCode, 'base64url')).toHaveLength(16);
    expect(made.urlLink).toBe(`${world.services.settings.publicUrl}/student/class/${made.classHashCode}`);
    expect(made.approvalRequired).toBe(true);
    expect(made).toMatchObject({ status: 0, version: 1, studentCount: 0, schoolAdministrator: null });
    expect(made.mainTeacher).toEqual({ id: school.people.teacher.id, firstName: '花子', lastName: '山田', status: 1 });
    expect(made.secondaryTeachers.map(({ id }) => id)).toEqual([school.people.colleague.id]);
    expect(made.updatedBy?.id).toBe(school.people.admin.id);
  });

  test.each([
    ['a name', { className: '  ' }, 'className', 'messages.classNameRequire'],
    ['a name that shows', { className: '\u200b' }, 'className', 'messages.classNameRequire'],
    ['a textbook', { textBookId: '' }, 'textBookId', 'messages.textBookRequire'],
    ['a start date', { startDate: null }, 'startDate', 'messages.startDateRequire'],
    ['an end date', { endDate: '' }, 'endDate', 'messages.endDateRequire'],
    ['an end date after the start', { endDate: '2026-04-01' }, 'endDate', 'messages.endDateAfterStart'],
    ['an end at most two years later', { endDate: '2028-04-02' }, 'endDate', 'messages.endDateTooFar'],
    ['real days', { endDate: '2027-02-29' }, 'endDate', 'messages.invalidDate'],
    ['a name that fits', { className: 'x'.repeat(201) }, 'className', 'messages.valueTooLong'],
    ['text that can be stored', { className: 'a\0b' }, 'className', 'messages.invalidValue'],
    ['a textbook that exists', { textBookId: newId() }, 'textBookId', 'messages.textBookNotAvailable'],
    ['a teacher that exists', { mainTeacherId: newId() }, 'mainTeacherId', 'messages.teacherNotAvailable'],
    [
      'no more than five secondary teachers',
      { secondaryTeacherIds: Array.from({ length: 6 }, newId) },
      'secondaryTeacherIds',
      'messages.maxSecondaryTeachers',
    ],
    ['a known status', { status: 2 }, 'status', 'messages.invalidValue'],
    ['a well-formed class code', { classCode: 'a b' }, 'classCode', 'messages.invalidValue'],
  ])('asks for %s', async (_, over, field, key) => {
    const body = await problemOf(school.create('admin', over), 400);
    expect(body.messageKey).toBe('messages.validationFailed');
    expect(body.errors?.[field]).toContain(key);
  });

  test('takes two years to the day, and from 29 February to the 28th', async () => {
    await school.create('admin', { startDate: '2026-04-01', endDate: '2028-04-01' }).expect(201);
    await school.create('admin', { startDate: '2028-02-29', endDate: '2030-02-28' }).expect(201);
    await school.create('admin', { startDate: '2028-02-29', endDate: '2030-03-01' }).expect(400);
    await school.create('admin', { startDate: '0001-01-01', endDate: '0003-01-01' }).expect(201);
    await school.create('admin', { startDate: '0001-01-01', endDate: '1950-01-01' }).expect(400);
    await school.create('admin', { startDate: '0000-01-01', endDate: '0001-01-01' }).expect(400);
    await school.create('admin', { startDate: '9998-01-01', endDate: '9999-12-31' }).expect(201);
  });

  test('refuses the same teacher twice, people of another role, and those who are not active', async () => {
    const { id } = school.people.teacher;
    const twice = await problemOf(school.create('admin', { mainTeacherId: id, secondaryTeacherIds: [id] }), 400);
    expect(twice.errors).toEqual({ secondaryTeacherIds: ['messages.teacherTwice'] });
    const swapped = { mainTeacherId: school.people.owner.id, schoolAdministratorId: id };
    const wrongRole = await problemOf(school.create('admin', swapped), 400);
    expect(wrongRole.errors).toEqual({
      mainTeacherId: ['messages.teacherNotAvailable'],
      schoolAdministratorId: ['messages.schoolAdministratorNotAvailable'],
    });
    const gone = await addStaff(world, { role: 'Teacher', status: 2 });
    await school.create('admin', { secondaryTeacherIds: [gone.id] }).expect(400);
  });

  test('lets one of twenty win who ask for the same code at once, and tells the others on that field', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => school.create('admin', { classCode: 'RACE2026' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    const made = answers.find(({ status }) => status === 201)?.body as { id: string };
    const refusal = {
      messageKey: 'messages.classCodeExists',
      errors: { classCode: ['messages.classCodeExists'] },
    };
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ ...refusal, existingId: made.id });
    // Of a class that the caller does not see, nothing but that the code is taken.
    const elsewhere = await school.create('owner', { classCode: 'RACE2026' }).expect(409);
    expect(elsewhere.body).toMatchObject(refusal);
    expect(elsewhere.body).not.toHaveProperty('existingId');
  });

  test('makes a school owner its school administrator and lets them name nobody else', async () => {
    const made = await school.created('owner', { mainTeacherId: school.people.teacher.id });
    expect(made.schoolAdministrator?.id).toBe(school.people.owner.id);
    const given = await problemOf(school.create('owner', { schoolAdministratorId: school.people.otherOwner.id }), 400);
    expect(given.errors).toEqual({ schoolAdministratorId: ['messages.schoolAdministratorFixed'] });
    const foreign = await problemOf(school.create('owner', { mainTeacherId: school.people.stranger.id }), 400);
    expect(foreign.errors).toEqual({ mainTeacherId: ['messages.teacherNotAvailable'] });
  });

  test('asks a teacher to be among the teachers and puts the class under their school', async () => {
    const without = await problemOf(school.create('teacher', { mainTeacherId: school.people.colleague.id }), 400);
    expect(without.errors).toEqual({ mainTeacherId: ['messages.teacherMustTeach'] });
    const made = await school.created('teacher', { secondaryTeacherIds: [school.people.teacher.id] });
    expect(made.schoolAdministrator?.id).toBe(school.people.owner.id);
    await school
      .create('teacher', {
        mainTeacherId: school.people.teacher.id,
        schoolAdministratorId: school.people.otherOwner.id,
      })
      .expect(400);
  });

  test('ignores fields that are not the caller’s to set', async () => {
    const id = newId();
    const made = await school.created('admin', {
      id,
      classHashCode: 'mine',
      version: 9,
      studentCount: 7,
      ['__proto__']: { status: 1 },
    });
    expect(made.id).not.toBe(id);
    expect(made).toMatchObject({ version: 1, status: 0, studentCount: 0 });
    expect(made.classHashCode).not.toBe('mine');
  });
});

test('who made, changed and regenerated a class is written down, without its hash codes', async () => {
  const made = await school.created('owner');
  const changed = await classOf(school.put('owner', made, { className: 'changed' }));
  const sent = { token: school.tokens.owner, params: { id: made.id } };
  const regenerated = await classOf(send(world, operations.regenerateClassQrCode, sent));
  const entries = await world.services.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, made.id))
    .orderBy(auditLog.at, auditLog.id);
  expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'regenerate-qrcode']);
  for (const { actorId, actorName, entity, requestId } of entries) {
    expect({ actorId, entity }).toEqual({ actorId: school.people.owner.id, entity: 'classes' });
    expect(actorName).toContain(school.people.owner.lastName);
    expect(requestId).toMatch(/^[\w-]{8,}$/);
  }
  for (const { classHashCode } of [made, changed, regenerated])
    expect(JSON.stringify(entries)).not.toContain(classHashCode);
  expect(JSON.stringify(entries)).not.toContain(regenerated.classCode);
});

describe('changing a class', () => {
  test('replaces its fields, counts the version and writes what changed', async () => {
    const made = await school.created('admin', { mainTeacherId: school.people.teacher.id });
    const body = await classOf(
      school.put('admin', made, {
        className: '4年2組',
        status: 1,
        mainTeacherId: null,
        secondaryTeacherIds: [school.people.colleague.id, school.people.teacher.id],
        approvalRequired: false,
      }),
    );
    expect(body).toMatchObject({
      className: '4年2組',
      status: 1,
      mainTeacher: null,
      version: 2,
      approvalRequired: false,
    });
    expect(body.secondaryTeachers.map(({ id }) => id)).toEqual([school.people.colleague.id, school.people.teacher.id]);
    const [entry] = await world.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entityId, made.id), eq(auditLog.action, 'update')));
    expect(entry).toMatchObject({
      actorId: school.people.admin.id,
      before: { className: '3年1組', status: 0, mainTeacherId: school.people.teacher.id, secondaryTeacherIds: [] },
      after: { className: '4年2組', status: 1, mainTeacherId: null },
    });
  });

  test('answers 409 with who changed it when the version is an older one', async () => {
    const made = await school.created('admin');
    await school.put('admin', made, { className: 'first' }).expect(200);
    const body = await problemOf(school.put('admin', made, { className: 'second' }), 409);
    const name = staffName(school.people.admin);
    expect(body).toMatchObject({ messageKey: 'messages.changedMeanwhile', messageValues: { name } });
    expect(Date.parse(body.messageValues?.when ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('lets one of ten changes of the same version through', async () => {
    const made = await school.created('admin');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => school.put('admin', made, { className: `n${index}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  test('keeps the school administrator when an owner or a teacher changes it', async () => {
    const made = await school.created('owner', { mainTeacherId: school.people.teacher.id });
    const kept = await classOf(school.put('teacher', made, { mainTeacherId: school.people.teacher.id }));
    expect(kept.schoolAdministrator?.id).toBe(school.people.owner.id);
    const again = { ...made, version: 2 };
    const taken = { mainTeacherId: school.people.teacher.id, schoolAdministratorId: school.people.otherOwner.id };
    const refused = await problemOf(school.put('teacher', again, taken), 400);
    expect(refused.errors).toEqual({ schoolAdministratorId: ['messages.schoolAdministratorFixed'] });
    await school.put('owner', again, taken).expect(400);
    await school.put('teacher', again, { mainTeacherId: school.people.colleague.id }).expect(400);
  });

  test('keeps a teacher who is no longer active, and a textbook that is no longer published', async () => {
    const leaving = await addStaff(world, { role: 'Teacher' });
    const draft = await addTextBook(world);
    const over = { mainTeacherId: leaving.id, textBookId: draft.id };
    const made = await school.created('admin', over);
    const { db } = world.services;
    await db.update(users).set({ status: 2 }).where(eq(users.id, leaving.id));
    await db.update(textbooks).set({ publishedAt: null }).where(eq(textbooks.id, draft.id));
    await school.put('admin', made, { ...over, className: 'renamed' }).expect(200);
  });
});

test('a class code on offer is one that nobody has', async () => {
  const answer = await send(world, operations.newClassCode, { token: school.tokens.teacher }).expect(200);
  const body = operations.newClassCode.response.parse(answer.body);
  const made = await school.created('admin', body);
  expect(made.classCode).toBe(body.classCode);
});
