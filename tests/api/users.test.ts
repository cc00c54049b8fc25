import { beforeAll, describe, expect, test } from 'vitest';
import { allTextBooks } from '#schema/rest/textbooks.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { allSchoolAdministrators, allTeachers } from '#schema/rest/user-pickers.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, addTextBook, makeSchools, type Member, send, type Who } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;
let unattached: Member;
let deactivated: Member;

beforeAll(async () => {
  school = await makeSchools(world);
  unattached = await addStaff(world, { role: 'Teacher', invitedById: school.people.admin.id });
  deactivated = await addStaff(world, { role: 'Teacher', invitedById: school.people.owner.id, status: 2 });
});

type Picker = typeof allTeachers | typeof allSchoolAdministrators;

async function offered(picker: Picker, who: Who, query?: string): Promise<string[]> {
  const answer = await send(world, picker, { token: school.tokens[who], query: { query } }).expect(200);
  return picker.response.parse(answer.body).map(({ id }) => id);
}

describe('the teachers on offer', () => {
  test('are all active and invited ones for an administrator', async () => {
    const { teacher, colleague, stranger, owner } = school.people;
    const ids = await offered(allTeachers, 'admin');
    expect(ids).toEqual(expect.arrayContaining([teacher.id, colleague.id, stranger.id, unattached.id]));
    expect(ids).not.toContain(deactivated.id);
    expect(ids).not.toContain(owner.id);
    const invited = await addStaff(world, { role: 'Teacher', status: UserStatus.INVITED });
    const query = { Id: [invited.id, teacher.id] };
    const named = await answerOf(allTeachers, send(world, allTeachers, { token: school.tokens.admin, query }));
    expect(new Map(named.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [invited.id, UserStatus.INVITED],
        [teacher.id, UserStatus.ACTIVED],
      ]),
    );
  });

  test('are those of a school owner’s classes and invitations, and who belongs to no school yet', async () => {
    const { teacher, colleague, stranger } = school.people;
    const before = await offered(allTeachers, 'owner');
    expect(before).toEqual(expect.arrayContaining([teacher.id, colleague.id, unattached.id]));
    expect(before).not.toContain(stranger.id);
    const shared = await addStaff(world, { role: 'Teacher' });
    const both = { mainTeacherId: shared.id };
    await school.created('owner', both);
    expect(await offered(allTeachers, 'owner')).toContain(shared.id);
    expect(await offered(allTeachers, 'otherOwner')).not.toContain(shared.id);
    expect(await offered(allTeachers, 'otherOwner')).toContain(stranger.id);
  });

  test('are a teacher’s colleagues and the teacher', async () => {
    const { teacher, colleague, stranger } = school.people;
    const ids = await offered(allTeachers, 'teacher');
    expect(ids).toEqual(expect.arrayContaining([teacher.id, colleague.id]));
    expect(ids).not.toContain(stranger.id);
    expect(ids).not.toContain(unattached.id);
  });

  test('are told by their ids, as far as the caller may put them on a class', async () => {
    const { teacher, stranger, owner } = school.people;
    const query = { Id: [teacher.id, stranger.id, owner.id] };
    for (const [who, expected] of [
      ['admin', [teacher.id, stranger.id]],
      ['teacher', [teacher.id]],
    ] as const) {
      const answer = await send(world, allTeachers, { token: school.tokens[who], query }).expect(200);
      const found = allTeachers.response.parse(answer.body).map(({ id }) => id);
      expect(found.sort()).toEqual([...expected].sort());
    }
    await send(world, allTeachers, { token: school.tokens.admin, query: { Id: ['me'] } }).expect(400);
  });

  test('are found by every word of a name, and come by last name', async () => {
    expect(await offered(allTeachers, 'admin', '花子 山田')).toEqual([school.people.teacher.id]);
    expect(await offered(allTeachers, 'admin', '%')).toEqual([]);
    const [b, a] = [
      await addStaff(world, { role: 'Teacher', firstName: 'Order', lastName: 'b' }),
      await addStaff(world, { role: 'Teacher', firstName: 'Order', lastName: 'A' }),
    ];
    expect(await offered(allTeachers, 'admin', 'order')).toEqual([a.id, b.id]);
  });

  test('come by name and nothing else', async () => {
    const answer = await send(world, allTeachers, { token: school.tokens.admin }).expect(200);
    expect(JSON.stringify(answer.body)).not.toMatch(/@|password|phone/);
  });

  test.each([['x'.repeat(201)], ['a\0b']])('refuse the search for %j', async (query) => {
    await send(world, allTeachers, { token: school.tokens.admin, query: { query } }).expect(400);
  });
});

describe('the school administrators on offer', () => {
  test('are all for an administrator, oneself for a school owner, the own school’s for a teacher', async () => {
    const { owner, otherOwner } = school.people;
    expect(await offered(allSchoolAdministrators, 'admin')).toEqual(expect.arrayContaining([owner.id, otherOwner.id]));
    expect(await offered(allSchoolAdministrators, 'owner')).toEqual([owner.id]);
    expect(await offered(allSchoolAdministrators, 'teacher')).toEqual([owner.id]);
    expect(await offered(allSchoolAdministrators, 'stranger')).toEqual([otherOwner.id]);
  });

  test('are found by every word of a name', async () => {
    const named = await addStaff(world, { role: 'SchoolOwner', firstName: 'Sought', lastName: 'Owner' });
    expect(await offered(allSchoolAdministrators, 'admin', 'owner sought')).toEqual([named.id]);
    expect(await offered(allSchoolAdministrators, 'admin', '%')).toEqual([]);
  });
});

test('the textbooks on offer are the published ones, by name', async () => {
  const draft = await addTextBook(world, { publishedAt: null });
  const deleted = await addTextBook(world, { deletedAt: new Date() });
  const published = await addTextBook(world);
  const answer = await send(world, allTextBooks, { token: school.tokens.teacher }).expect(200);
  const ids = allTextBooks.response.parse(answer.body).map(({ id }) => id);
  expect(ids).toContain(published.id);
  expect(ids).not.toContain(draft.id);
  expect(ids).not.toContain(deleted.id);
});
