import { beforeAll, expect, test } from 'vitest';
import { keepViews } from '#tests/support/kept-views.ts';
import { graphql } from '#tests/support/people.ts';
import { makeChild, makeClass, makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { addStaff, newStudentToken, tokenOf } from '../api/school.ts';

const world = keptWorld();
let ids: { readonly classId: string; readonly profileId: string };
let teacherToken: string;

beforeAll(async () => {
  const { db } = world.services;
  const teacher = await addStaff(world, { role: 'Teacher' });
  teacherToken = await tokenOf(world, teacher);
  const { id: textbookId } = await makeTextBook(db);
  const { id: lessonId } = await makeLesson(db, { textbookId, position: 0, title: 'Unit 1' });
  const song = await makeContent(db, { lessonId, position: 0, name: 'Song' });
  const { id: classId } = await makeClass(db, { textbookId, mainTeacherId: teacher.id });
  const { id: profileId } = await makeChild(db, { classId, name: 'Hina' });
  ids = { classId, profileId };
  const startedAt = new Date('2026-05-01T03:00:00Z');
  await keepViews(world.services, { classId, profileId, contentId: song.id, startedAt, heard: true });
});

const document = `query ($classId: ID!, $profileId: ID!) {
  classStudentContents(classId: $classId, profileId: $profileId) {
    contents {
      content { name pageNumber unit { title } } views firstOpenedAt lastOpenedAt lastHeardAt finished finishedAt
      recordings lastRecordedAt
    }
    viewsKeptSince
  }
}`;
const ask = (token: string | undefined, variables: object) =>
  graphql(world, document, { ...variables }, token === undefined ? {} : { authorization: `Bearer ${token}` });

test('a teacher reads what a student did with the textbook', async () => {
  const { data, errors } = await ask(teacherToken, ids);
  expect(errors).toBeUndefined();
  const opened = '2026-05-01T03:00:00.000Z';
  expect(data).toEqual({
    classStudentContents: {
      contents: [
        {
          content: { name: 'Song', pageNumber: 1, unit: { title: 'Unit 1' } },
          ...{ views: 1, firstOpenedAt: opened, lastOpenedAt: opened, lastHeardAt: opened },
          ...{ finished: false, finishedAt: null, recordings: 0, lastRecordedAt: null },
        },
      ],
      viewsKeptSince: null,
    },
  });
});

test('it is kept from those who do not see the class, and a bad id is refused', async () => {
  const refusal = async (token: string | undefined, variables: object = ids) =>
    (await ask(token, variables)).errors?.[0]?.extensions?.code;
  expect(await refusal(await tokenOf(world, await addStaff(world, { role: 'Teacher' })))).toBe('NOT_FOUND');
  expect(await refusal(await newStudentToken(world))).toBe('FORBIDDEN');
  expect(await refusal(undefined)).toBe('UNAUTHENTICATED');
  expect(await refusal(teacherToken, { ...ids, profileId: 'nobody' })).toBe('BAD_USER_INPUT');
});
