import { inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { users } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { resendInvitations, setUserStatuses } from '#schema/rest/users-at-once.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, makeSchools, type Member, problemOf, send, type Who } from './school.ts';

const { INVITED, ACTIVED, DEACTIVATED } = UserStatus;
const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

const aTeacher = (over: Partial<Member> = {}) =>
  addStaff(world, { role: 'Teacher', invitedById: school.people.owner.id, ...over });
const setAll = (who: Who, body: object) => send(world, setUserStatuses, { token: school.tokens[who], body });

async function statusesOf(members: readonly Member[]): Promise<number[]> {
  const ids = members.map(({ id }) => id);
  const rows = await world.services.db.select().from(users).where(inArray(users.id, ids));
  return ids.map((id) => rows.find((row) => row.id === id)?.status ?? -1);
}

describe('many at once', () => {
  test('each has a result, and what is refused leaves the others changed', async () => {
    const [active, invited, stranger] = [await aTeacher(), await aTeacher({ status: INVITED }), school.people.stranger];
    const ids = [active.id, stranger.id, invited.id, school.people.owner.id, active.id];
    const answer = await answerOf(setUserStatuses, setAll('owner', { status: DEACTIVATED, ids }));
    expect(answer).toEqual({
      changed: 2,
      refused: 2,
      results: [
        { id: active.id, messageKey: null },
        { id: stranger.id, messageKey: 'messages.notFound' },
        { id: invited.id, messageKey: null },
        { id: school.people.owner.id, messageKey: 'messages.ownStatus' },
      ],
    });
    expect(await statusesOf([active, stranger, invited])).toEqual([DEACTIVATED, ACTIVED, DEACTIVATED]);
  });

  test('by a filter are those whom the list would show, and nobody of another school', async () => {
    const lastName = `Zz${newId().slice(-8)}`;
    const named = { lastName, searchText: searchText(lastName) };
    const own = [await aTeacher(named), await aTeacher(named)];
    const other = await addStaff(world, { role: 'Teacher', invitedById: school.people.otherOwner.id, ...named });
    const filter = { roles: ['Teacher'], status: [ACTIVED], search: lastName };
    const answer = await answerOf(setUserStatuses, setAll('owner', { status: DEACTIVATED, filter }));
    expect(answer).toMatchObject({ changed: 2, refused: 0 });
    expect(await statusesOf([...own, other])).toEqual([DEACTIVATED, DEACTIVATED, ACTIVED]);
  });

  test('by a filter that finds more than a thousand are too many', async () => {
    const mark = `many${newId().slice(-8)}`;
    const rows = Array.from({ length: 1001 }, () => {
      const id = newId();
      const email = `${id}@school.test`;
      return { id, email, firstName: 'A', lastName: mark, role: 'Teacher' as const, searchText: mark };
    });
    await world.services.db.insert(users).values(rows);
    const tooMany = setAll('admin', { status: DEACTIVATED, filter: { search: mark } });
    expect((await problemOf(tooMany, 400)).errors).toEqual({ filter: ['messages.tooManyAtOnce'] });
    await world.services.db.delete(users).where(inArray(users.id, [rows[0]?.id ?? '']));
    const done = await answerOf(setUserStatuses, setAll('admin', { status: DEACTIVATED, filter: { search: mark } }));
    expect(done.changed).toBe(1000);
  });

  test.each([
    [{ status: DEACTIVATED }, 'messages.chooseUsers'],
    [{ status: DEACTIVATED, ids: [] }, 'messages.chooseUsers'],
    [{ status: DEACTIVATED, ids: [newId()], filter: {} }, 'messages.chooseUsers'],
    [{ status: DEACTIVATED, ids: Array.from({ length: 501 }, newId) }, 'messages.tooManyAtOnce'],
  ])('without people, with too many, or named twice over is bad input', async (body, key) => {
    expect((await problemOf(setAll('admin', body), 400)).errors).toEqual({ ids: [key] });
  });

  test('invitations are sent again to those who are invited', async () => {
    const [invited, active] = [await aTeacher({ status: INVITED }), await aTeacher()];
    const body = { ids: [invited.id, active.id, school.people.stranger.id] };
    const sent = send(world, resendInvitations, { token: school.tokens.owner, body });
    expect((await answerOf(resendInvitations, sent)).results).toEqual([
      { id: invited.id, messageKey: null },
      { id: active.id, messageKey: 'messages.notInvited' },
      { id: school.people.stranger.id, messageKey: 'messages.notFound' },
    ]);
  });
});
