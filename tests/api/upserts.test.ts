import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, classes, users } from '#api/ground/db/schema.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { upsertClasses, type UpsertResults, upsertUsers } from '#schema/rest/upserts.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { graphql } from '#tests/support/people.ts';
import { makeTextBook } from '#tests/support/teaching.ts';
import { addStaff, problemOf, send, tokenOf } from './school.ts';

const world = keptWorld();
let token: string;

beforeAll(async () => {
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
});

const bringUsers = (rows: readonly object[], as = token) =>
  answerOf(upsertUsers, send(world, upsertUsers, { token: as, body: { rows } }));
const bringClasses = (rows: readonly object[], as = token) =>
  answerOf(upsertClasses, send(world, upsertClasses, { token: as, body: { rows } }));
const outcomes = ({ results }: UpsertResults) => results.map(({ outcome }) => outcome);
const person = () => {
  const externalId = `T-${newId()}`;
  return { externalId, email: `${externalId.toLowerCase()}@school.test`, firstName: 'Aya', lastName: 'Mori' };
};
const userOf = async (externalId: string) =>
  (await world.services.db.select().from(users).where(eq(users.externalId, externalId)))[0];

describe('users of a roster', () => {
  test('are invited, changed and left alone, each by its row, and the others where one is refused', async () => {
    const [known, same, isNew] = [person(), person(), person()];
    expect(await bringUsers([known, same])).toMatchObject({ created: 2, updated: 0, unchanged: 0, refused: 0 });
    const wrong = { ...person(), email: 'nobody', lastName: ' ' };
    const told = await bringUsers([{ ...known, lastName: 'Sato' }, wrong, same, isNew]);
    expect(outcomes(told)).toEqual(['updated', 'refused', 'unchanged', 'created']);
    expect(told).toMatchObject({ created: 1, updated: 1, unchanged: 1, refused: 1 });
    expect(told.results[1]).toEqual({
      ...{ externalId: wrong.externalId, id: null, outcome: 'refused', messageKey: 'messages.validationFailed' },
      faults: [
        { field: 'email', messageKeys: ['messages.invalidEmail'] },
        { field: 'lastName', messageKeys: ['messages.lastNameRequire'] },
      ],
    });
    expect(await userOf(known.externalId)).toMatchObject({
      lastName: 'Sato',
      role: 'Teacher',
      status: UserStatus.INVITED,
    });
    const changes = await world.services.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.entityId, told.results[2]?.id ?? ''));
    expect(changes).toEqual([{ action: 'create' }]);
  });

  test('sent twice at once are one person', async () => {
    const rows = [person()];
    const told = await Promise.all([bringUsers(rows), bringUsers(rows), bringUsers(rows)]);
    expect(told.flatMap(outcomes).sort()).toEqual(['created', 'unchanged', 'unchanged']);
    expect(new Set(told.map(({ results }) => results[0]?.id)).size).toBe(1);
  });

  test('take over who was invited by hand, and never who has an id already', async () => {
    const byHand = await addStaff(world, { role: 'Teacher', status: UserStatus.INVITED, passwordHash: null });
    const row = { ...person(), email: byHand.email.toUpperCase() };
    const told = await bringUsers([row]);
    expect(told.results[0]).toMatchObject({ id: byHand.id, outcome: 'updated' });
    const other = await bringUsers([{ ...row, externalId: `${row.externalId}-2` }]);
    expect(other.results[0]).toMatchObject({ outcome: 'refused', messageKey: 'messages.emailExists', id: byHand.id });
  });

  test('keep the email of who has set a password, and what a row leaves out', async () => {
    const row = person();
    const member = await addStaff(world, {
      role: 'Teacher',
      externalId: row.externalId,
      phoneNumber: '0312345678',
      phoneType: 1,
    });
    expect(outcomes(await bringUsers([row]))).toEqual(['updated']);
    expect(await userOf(row.externalId)).toMatchObject({
      email: member.email,
      phoneNumber: '0312345678',
      firstName: 'Aya',
    });
    expect(outcomes(await bringUsers([row]))).toEqual(['unchanged']);
    expect(outcomes(await bringUsers([{ ...row, phoneNumber: null }]))).toEqual(['updated']);
  });

  test('are refused above the caller’s own role, as one by one', async () => {
    const owner = await tokenOf(world, await addStaff(world, { role: 'SchoolOwner' }));
    const told = await bringUsers([{ ...person(), role: 'Administrator' }, person()], owner);
    expect(told.results).toMatchObject([
      { outcome: 'refused', messageKey: 'messages.roleAboveOwn', id: null },
      { outcome: 'created' },
    ]);
  });

  test('are 100 in a call at most', async () => {
    const rows = Array.from({ length: 101 }, person);
    const { errors } = await problemOf(send(world, upsertUsers, { token, body: { rows } }), 400);
    expect(errors).toEqual({ rows: ['messages.tooManyAtOnce'] });
  });
});

describe('classes of a roster', () => {
  const days = { startDate: '2026-04-01', endDate: '2027-03-31' };
  const aClass = () => ({ externalId: `C-${newId()}`, className: '3-1', ...days });
  const classOf = async (externalId: string) =>
    (await world.services.db.select().from(classes).where(eq(classes.externalId, externalId)))[0];

  test('come with their book and teachers by the school’s own ids, and keep what a row leaves out', async () => {
    const book = await makeTextBook(world.services.db);
    const [main, second] = [person(), person()];
    await bringUsers([main, second]);
    const row = { ...aClass(), textBookShortCode: book.shortCode.toLowerCase() };
    const people = { mainTeacher: main.externalId, secondaryTeachers: [second.externalId] };
    const told = await bringClasses([
      { ...row, ...people },
      { ...row, ...people },
    ]);
    expect(outcomes(told)).toEqual(['created', 'unchanged']);
    const mainTeacherId = (await userOf(main.externalId))?.id;
    expect(await classOf(row.externalId)).toMatchObject({ textbookId: book.id, mainTeacherId });
    expect(outcomes(await bringClasses([{ externalId: row.externalId, className: '3-1 new', ...days }]))).toEqual([
      'updated',
    ]);
    expect(await classOf(row.externalId)).toMatchObject({ className: '3-1 new', textbookId: book.id, mainTeacherId });
    expect(outcomes(await bringClasses([{ ...row, className: '3-1 new', mainTeacher: null }]))).toEqual(['updated']);
    expect(await classOf(row.externalId)).toMatchObject({ mainTeacherId: null });
  });

  test('take over the class that has the code, and are refused with every fault of the row', async () => {
    const { id: textBookId } = await makeTextBook(world.services.db);
    const row = { ...aClass(), textBookId, classCode: newId().slice(-10).toUpperCase() };
    const { results } = await bringClasses([row]);
    await world.services.db.update(classes).set({ externalId: null }).where(eq(classes.externalId, row.externalId));
    expect((await bringClasses([row])).results[0]).toMatchObject({ id: results[0]?.id, outcome: 'updated' });
    const faultsOf = async (wrong: object) =>
      (await bringClasses([{ ...aClass(), textBookId, ...wrong }])).results[0]?.faults;
    expect(await faultsOf({ mainTeacher: 'nobody', secondaryTeachers: ['none'] })).toEqual([
      { field: 'mainTeacher', messageKeys: ['messages.teacherNotAvailable'] },
      { field: 'secondaryTeachers', messageKeys: ['messages.teacherNotAvailable'] },
    ]);
    expect(await faultsOf({ endDate: '2026-03-31' })).toEqual([
      { field: 'endDate', messageKeys: ['messages.endDateAfterStart'] },
    ]);
    expect(await faultsOf({ textBookId: null })).toEqual([
      { field: 'textBookId', messageKeys: ['messages.textBookRequire'] },
    ]);
    expect(await faultsOf({ textBookId: null, textBookShortCode: 'no such book' })).toEqual([
      { field: 'textBookShortCode', messageKeys: ['messages.textBookNotAvailable'] },
    ]);
  });

  test('have their outcome in words in GraphQL', async () => {
    const { id: textBookId } = await makeTextBook(world.services.db);
    const query = `mutation ($input: UpsertClassesInput!) {
      upsertClasses(input: $input) { created refused results { externalId outcome messageKey faults { field messageKeys } } }
    }`;
    const rows = [
      { ...aClass(), textBookId },
      { ...aClass(), className: '' },
    ];
    const answered = await graphql(world, query, { input: { rows } }, { authorization: `Bearer ${token}` });
    expect(answered).toMatchObject({
      data: {
        upsertClasses: {
          created: 1,
          refused: 1,
          results: [
            { outcome: 'CREATED', messageKey: null, faults: [] },
            { outcome: 'REFUSED', messageKey: 'messages.validationFailed' },
          ],
        },
      },
    });
  });
});
