import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ContentType } from '#schema/rest/enumerations.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { graphql } from '#tests/support/people.ts';
import { makeClass, makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { addStaff, newStudentToken, tokenOf } from '../api/school.ts';

const world = keptWorld();
let ids: { readonly classId: string; readonly textBookId: string };
let tokens: { readonly admin: string; readonly teacher: string; readonly stranger: string };

beforeAll(async () => {
  const { db } = world.services;
  const teacher = await addStaff(world, { role: 'Teacher' });
  tokens = {
    admin: await tokenOf(world, await addStaff(world, { role: 'Administrator' })),
    teacher: await tokenOf(world, teacher),
    stranger: await tokenOf(world, await addStaff(world, { role: 'Teacher' })),
  };
  const { id: textbookId } = await makeTextBook(db);
  const { id: lessonId } = await makeLesson(db, { textbookId, position: 0, title: 'Unit 1' });
  const song = await makeContent(db, { lessonId, position: 0, name: 'Song', type: ContentType.MUSIC });
  await makeContent(db, { lessonId, position: 1, name: 'Unscanned' });
  const { id: classId } = await makeClass(db, { textbookId, mainTeacherId: teacher.id });
  ids = { classId, textBookId: textbookId };
  const at = { classId, textbookId, lessonId, contentId: song.id, contentType: song.type };
  const startedAt = new Date('2031-05-01T15:00:00Z');
  await keepViews(world.services, { ...at, sessionKey: randomUUID(), startedAt, durationMs: 3_000_000 });
});

const send = (token: string | undefined, document: string, variables: object) =>
  graphql(world, document, { ...variables }, token === undefined ? {} : { authorization: `Bearer ${token}` });

const activity = `query Activity($classId: ID!, $period: ReportPeriodInput!) {
  classActivity(classId: $classId, period: $period) {
    items { date visitors views duration types { contentType views duration } recordings pictures }
    contents { content { id type pageNumber name unit { id number title name } } views duration }
    timeZone
  }
}`;
const period = { from: '2031-05-01', to: '2031-05-03' };

test('a teacher reads what the class did', async () => {
  const { data, errors } = await send(tokens.teacher, activity, { classId: ids.classId, period });
  expect(errors).toBeUndefined();
  const use = { views: 1, duration: 3_000_000 };
  const nobody = { visitors: 0, views: 0, duration: 0, types: [], recordings: 0, pictures: 0 };
  expect(data).toMatchObject({
    classActivity: {
      items: [
        { date: '2031-05-01', ...nobody },
        { ...nobody, date: '2031-05-02', visitors: 1, ...use, types: [{ contentType: 'MUSIC', ...use }] },
      ],
      contents: [{ content: { name: 'Song', type: 'MUSIC', pageNumber: 1, unit: { title: 'Unit 1' } }, ...use }],
      timeZone: 'Asia/Tokyo',
    },
  });
});

test('the activity of a class is kept from those who do not see the class', async () => {
  const refusal = async (token: string | undefined) =>
    (await send(token, activity, { classId: ids.classId, period })).errors?.[0]?.extensions?.code;
  expect(await refusal(tokens.stranger)).toBe('NOT_FOUND');
  expect(await refusal(await newStudentToken(world))).toBe('FORBIDDEN');
  expect(await refusal(undefined)).toBe('UNAUTHENTICATED');
});

test('more than 366 days of a class are too many', async () => {
  const tooLong = { from: '2031-05-01', to: '2032-05-02' };
  const { errors } = await send(tokens.teacher, activity, { classId: ids.classId, period: tooLong });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
});

const map = `query Map($textBookId: ID!, $from: Date, $to: Date) {
  textBookMap(textBookId: $textBookId, from: $from, to: $to) {
    units { unit { id number title name } published contents {
      content { id type pageNumber name } published codeOpens views duration lastOpenedOn neverOpened
    } }
    totals { contents opened neverOpened views duration }
    keptDays
    timeZone
  }
}`;

test('a publisher reads the map of a book, of all days or of some', async () => {
  const song = {
    content: { name: 'Song', type: 'MUSIC' },
    codeOpens: true,
    lastOpenedOn: '2031-05-02',
    neverOpened: false,
  };
  const unscanned = { content: { name: 'Unscanned', type: 'READ' }, views: 0, lastOpenedOn: null, neverOpened: true };
  const whole = await send(tokens.admin, map, { textBookId: ids.textBookId });
  expect(whole.errors).toBeUndefined();
  expect(whole.data).toMatchObject({
    textBookMap: {
      units: [{ unit: { title: 'Unit 1' }, published: true, contents: [{ ...song, views: 1 }, unscanned] }],
      totals: { contents: 2, opened: 1, neverOpened: 1, views: 1, duration: 3_000_000 },
    },
  });
  const before = await send(tokens.admin, map, { textBookId: ids.textBookId, from: null, to: '2031-05-02' });
  expect(before.data).toMatchObject({
    textBookMap: { units: [{ contents: [{ ...song, views: 0 }, unscanned] }], totals: { opened: 0, neverOpened: 1 } },
  });
});

test('the map of a book is for publishers, and of days that can be', async () => {
  const extensions = async (token: string | undefined, days: object = {}) =>
    (await send(token, map, { textBookId: ids.textBookId, ...days })).errors?.[0]?.extensions;
  expect(await extensions(tokens.teacher)).toMatchObject({ code: 'FORBIDDEN' });
  expect(await extensions(undefined)).toMatchObject({ code: 'UNAUTHENTICATED' });
  const backwards = await extensions(tokens.admin, { from: '2031-05-02', to: '2031-05-01' });
  expect(backwards).toMatchObject({ code: 'BAD_USER_INPUT' });
});

describe('a content with its use', () => {
  const rest = `query Rest($classId: ID!, $period: ReportPeriodInput!, $textBookId: ID!) {
    classActivity(classId: $classId, period: $period) {
      contents { content { name lessonId unit { description } textBook { name } } }
    }
    textBookMap(textBookId: $textBookId) { units { contents { content { name unit { title } } } } }
  }`;

  test('has the rest of the content for those who may ask for it', async () => {
    const { data, errors } = await send(tokens.admin, rest, { ...ids, period });
    expect(errors).toBeUndefined();
    const unit = { title: 'Unit 1' };
    const contents = ['Song', 'Unscanned'].map((name) => ({ content: { name, unit } }));
    expect(data).toEqual({
      classActivity: {
        contents: [
          {
            content: {
              name: 'Song',
              lessonId: expect.any(String) as unknown,
              unit: { description: '' },
              textBook: { name: expect.any(String) as unknown },
            },
          },
        ],
      },
      textBookMap: { units: [{ contents }] },
    });
  });

  test('has null there for others, with the reason, and keeps its names', async () => {
    const { data, errors } = await send(tokens.teacher, rest, { ...ids, period });
    const [used] = (data as { classActivity: { contents: unknown[] } }).classActivity.contents;
    expect(used).toEqual({ content: { name: 'Song', lessonId: null, unit: { description: null }, textBook: null } });
    const codes = (errors ?? []).map(({ extensions }) => extensions?.code);
    expect(codes).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
  });

  test('answers its old fields until their last day', async () => {
    const old = `query Old($classId: ID!, $period: ReportPeriodInput!, $textBookId: ID!) {
      classActivity(classId: $classId, period: $period) { contents { id type pageNumber name unit { title } } }
      textBookMap(textBookId: $textBookId) { units { contents { id type pageNumber name } } }
    }`;
    const { data, errors } = await send(tokens.admin, old, { ...ids, period });
    expect(errors).toBeUndefined();
    const song = { name: 'Song', type: 'MUSIC', pageNumber: 1 };
    expect(data).toMatchObject({
      classActivity: { contents: [{ ...song, unit: { title: 'Unit 1' } }] },
      textBookMap: { units: [{ contents: [song, { name: 'Unscanned' }] }] },
    });
  });
});
