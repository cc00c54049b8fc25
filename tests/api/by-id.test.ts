import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classesById, deleteClass } from '#schema/rest/classes.ts';
import { contentsById, deleteContent } from '#schema/rest/contents.ts';
import { deleteLesson, lessonsById } from '#schema/rest/lessons.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { schools, schoolsById } from '#schema/rest/schools.ts';
import { deleteTextBook, textBooksById } from '#schema/rest/textbooks.ts';
import { deleteUser, usersById } from '#schema/rest/users.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { addStaff, makeSchools, problemOf, send } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

interface Rows {
  readonly lookUp: Operation;
  readonly remove: Operation;
  /** Three rows that an administrator sees. */
  readonly make: () => Promise<string[]>;
}

const three = async (make: (at: number) => Promise<{ readonly id: string }>): Promise<string[]> =>
  (await Promise.all([0, 1, 2].map(make))).map(({ id }) => id);
const newUnit = async () => makeLesson(world.services.db, { textbookId: school.book.id, position: 0 });

const kinds: Readonly<Record<string, Rows>> = {
  classes: {
    lookUp: classesById,
    remove: deleteClass,
    make: () => three(() => school.created('owner', {})),
  },
  textbooks: {
    lookUp: textBooksById,
    remove: deleteTextBook,
    make: () => three(() => makeTextBook(world.services.db)),
  },
  units: { lookUp: lessonsById, remove: deleteLesson, make: () => three(newUnit) },
  contents: {
    lookUp: contentsById,
    remove: deleteContent,
    make: async () => {
      const { id } = await newUnit();
      return three((position) => makeContent(world.services.db, { lessonId: id, position }));
    },
  },
  users: {
    lookUp: usersById,
    remove: deleteUser,
    make: () => three(() => addStaff(world, { role: 'Teacher' })),
  },
};

beforeAll(async () => {
  school = await makeSchools(world);
});

const asked = (lookUp: Operation, Ids: readonly string[], token = school.tokens.admin) =>
  send(world, lookUp, { token, query: { Ids } });
const idsOf = ({ body }: { readonly body: unknown }) => (body as { id: string }[]).map(({ id }) => id);

describe.each(Object.entries(kinds))('%s by their ids', (_, { lookUp, remove, make }) => {
  test('come in the order asked, without those that are gone or never were', async () => {
    const [a = '', b = '', c = ''] = await make();
    expect(idsOf(await asked(lookUp, [c, newId(), a.toUpperCase(), b]).expect(200))).toEqual([c, a, b]);
    const params = { id: a, Id: a };
    await send(world, remove, { token: school.tokens.admin, params }).expect(204);
    expect(idsOf(await asked(lookUp, [a, b]).expect(200))).toEqual([b]);
  });

  test('are refused without ids, with more than 100, with one twice and with what is none', async () => {
    const many = Array.from({ length: 101 }, () => newId());
    expect((await problemOf(asked(lookUp, many), 400)).errors).toEqual({ Ids: ['messages.tooManyAtOnce'] });
    const [one = ''] = many;
    for (const wrong of [[], [one, one], ['no-id']]) await problemOf(asked(lookUp, wrong), 400);
  });
});

test('classes by their ids leave out those of another school', async () => {
  const { id } = await school.created('owner', {});
  expect(idsOf(await asked(classesById, [id], school.tokens.owner).expect(200))).toEqual([id]);
  expect(idsOf(await asked(classesById, [id], school.tokens.otherOwner).expect(200))).toEqual([]);
});

test('members of staff by their ids leave out those of another school, and are not for teachers', async () => {
  const { owner, otherOwner, teacher } = school.tokens;
  const { id } = school.people.teacher;
  expect(idsOf(await asked(usersById, [id], owner).expect(200))).toEqual([id]);
  expect(idsOf(await asked(usersById, [id], otherOwner).expect(200))).toEqual([]);
  await problemOf(asked(usersById, [id], teacher), 403);
});

test('schools by their ids come in the order asked, without those of others, and are not for teachers', async () => {
  const schoolOf = async (who: 'owner' | 'otherOwner') =>
    idsOf({ body: (await answerOf(schools, send(world, schools, { token: school.tokens[who] }))).items })[0] ?? '';
  const [own, other] = [await schoolOf('owner'), await schoolOf('otherOwner')];
  expect(idsOf(await asked(schoolsById, [other, newId(), own]).expect(200))).toEqual([other, own]);
  expect(idsOf(await asked(schoolsById, [other, own], school.tokens.owner).expect(200))).toEqual([own]);
  await problemOf(asked(schoolsById, [own], school.tokens.teacher), 403);
});

test.each([textBooksById, lessonsById, contentsById])('$name is for those who write textbooks', async (lookUp) => {
  await problemOf(asked(lookUp, [newId()], school.tokens.teacher), 403);
});
