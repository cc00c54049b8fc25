import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { newHashCode, newId } from '#api/ground/db/ids.ts';
import { classUnits } from '#schema/rest/classes.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import * as operations from '#schema/rest/students.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { type GreenBook, makeGreenBook } from './green-book.ts';

const world = keptApi();
let green: GreenBook;

beforeAll(async () => {
  green = await makeGreenBook(world.services.db);
});

const get = (path: string, query: Record<string, string> = {}) =>
  supertest(world.apiUrl).get(`/api${path}`).query(query);

describe('a class by its hash code', () => {
  test('opens for anyone, and tells nothing of its staff', async () => {
    const { running } = green.classes;
    const found = await answerOf(
      operations.studentClassByCode,
      get('/Student/class-detail', { hashCode: running.classHashCode }),
    );
    expect(found).toEqual({
      id: running.id,
      classHashCode: running.classHashCode,
      className: 'Test class',
      status: 0,
      startDate: running.startDate,
      endDate: running.endDate,
      completed: false,
      textBook: {
        id: green.book.id,
        hashCode: green.book.hashCode,
        name: 'Green book',
        shortCode: 'GRN-10',
        description: '',
        thumbnail: null,
      },
    });
  });

  test('is completed when inactive or past its last day, and not on that day', async () => {
    const completed = async (one: keyof GreenBook['classes']) => {
      const sent = get('/Student/class-detail', { hashCode: green.classes[one].classHashCode });
      return (await answerOf(operations.studentClassByCode, sent)).completed;
    };
    expect(await completed('lastDay')).toBe(false);
    expect(await completed('ended')).toBe(true);
    expect(await completed('inactive')).toBe(true);
  });

  test('gives units and contents in printed order, without what is not published', async () => {
    const { classHashCode } = green.classes.running;
    const units = await answerOf(classUnits, get('/Class/units', { classHashCode }));
    expect(units).toMatchObject([
      { number: 1, title: 'Unit 1', contentCount: 2 },
      { number: 2, title: 'Unit 2', contentCount: 1 },
    ]);
    const all = await answerOf(operations.studentContents, get('/Student/contents', { ClassHashCode: classHashCode }));
    expect(all.map(({ name }) => name)).toEqual(['Page 1', 'Page 3', 'Page 1']);
    const [one, two] = [green.lessons.one.id, green.lessons.two.id];
    expect(all.map(({ unitId }) => unitId)).toEqual([one, one, two]);
    const ofUnit = await get('/Student/contents', { ClassHashCode: classHashCode, UnitId: green.lessons.two.id });
    expect(ofUnit.body).toMatchObject([{ id: green.pages.third.id }]);
    const ofType = await get('/Student/contents', { ClassHashCode: classHashCode, ContentType: '5' });
    expect(ofType.body).toMatchObject([{ id: green.pages.second.id, type: ContentType.PUSH_AND_LISTEN }]);
  });

  test('opens nothing when it is completed', async () => {
    const { classHashCode } = green.classes.ended;
    expect((await get('/Class/units', { classHashCode }).expect(200)).body).toEqual([]);
    expect((await get('/Student/contents', { ClassHashCode: classHashCode }).expect(200)).body).toEqual([]);
  });

  test('tells its status with the textbook it uses, and with no other', async () => {
    const ClassId = green.classes.inactive.id;
    const found = await get('/Student/class-status', { TextBookId: green.book.id, ClassId }).expect(200);
    expect(found.body).toEqual({ status: 1, completed: true });
    await get('/Student/class-status', { TextBookId: green.draftBook.id, ClassId }).expect(404);
  });
});

describe('a book, a unit and a page by their hash codes', () => {
  test('a book and its units', async () => {
    const { hashCode } = green.book;
    expect((await get('/Student/textbook-detail', { hashCode }).expect(200)).body).toMatchObject({
      name: 'Green book',
    });
    const units = await get('/Student/lessons-by-short-name', { hashCode }).expect(200);
    expect(units.body).toMatchObject([{ id: green.lessons.one.id }, { id: green.lessons.two.id }]);
  });

  test('a unit by name, and its pages', async () => {
    const { hashCode } = green.lessons.one;
    const unit = await get('/Student/lessons/name', { hashCode }).expect(200);
    expect(unit.body).toMatchObject({ number: 1, textBook: { id: green.book.id, name: 'Green book' } });
    const pages = await get('/Lesson/contents', { hashCode }).expect(200);
    expect(pages.body).toMatchObject([{ id: green.pages.first.id }, { id: green.pages.second.id }]);
  });

  test('a page with its picture and its neighbours across units, unpublished ones left out', async () => {
    const { first, second, third } = green.pages;
    const neighbours = { previousHashCode: first.hashCode, nextHashCode: third.hashCode };
    expect((await get('/Student/content', { hashCode: second.hashCode }).expect(200)).body).toMatchObject(neighbours);
    const opened = await get('/Student/content', { hashCode: first.hashCode }).expect(200);
    expect(opened.body).toMatchObject({
      previousHashCode: null,
      nextHashCode: second.hashCode,
      pageImage: { width: 620, height: 877 },
      unit: { id: green.lessons.one.id, number: 1 },
      textBook: { id: green.book.id },
    });
    const last = await get('/Student/content', { hashCode: third.hashCode }).expect(200);
    expect(last.body).toMatchObject({ previousHashCode: second.hashCode, nextHashCode: null });
  });

  test('Push-and-Listen items come in order, with their place where they have one', async () => {
    const items = get(`/Student/push-listen/${green.pages.second.id}`);
    expect(await answerOf(operations.studentPushAndListen, items)).toMatchObject([
      { name: 'apple', spot: { x: 10, y: 20.5, width: 30, height: 5 }, audio: { fileName: 'apple.wav' } },
      { name: 'cat', spot: null },
    ]);
    expect((await get(`/Student/push-listen/${green.pages.first.id}`).expect(200)).body).toEqual([]);
  });
});

describe('what students must not see', () => {
  type Call = [path: string, query: Record<string, string>];
  const ofUnit = ({ hashCode }: { hashCode: string }): Call[] => [
    ['/Student/lessons/name', { hashCode }],
    ['/Lesson/contents', { hashCode }],
  ];
  const ofPage = ({ hashCode }: { hashCode: string }): Call[] => [
    ['/Student/content', { hashCode }],
    ['/Student/content-details', { hashCode }],
  ];

  test('answers exactly like a code that never was', async () => {
    const { classes, unseenPages, lessons } = green;
    const { draft, ofDraftUnit, ofDraftBook } = unseenPages;
    const unseen: Call[] = [
      ['/Student/class-detail', { hashCode: classes.deleted.classHashCode }],
      ['/Student/class-detail', { hashCode: classes.ofDraftBook.classHashCode }],
      ['/Class/units', { classHashCode: classes.deleted.classHashCode }],
      ['/Student/contents', { ClassHashCode: classes.ofDraftBook.classHashCode }],
      ...[lessons.draft, green.draftBookLesson].flatMap(ofUnit),
      ...[draft, ofDraftUnit, ofDraftBook].flatMap(ofPage),
      ...Object.values(unseenPages).map(({ id }): Call => [`/Student/push-listen/${id}`, {}]),
    ];
    const shapeOf = async (sent: ReturnType<typeof get>) => {
      const { title, messageKey, detail } = await problemOf(sent, 404);
      return { title, messageKey, detail };
    };
    const never = await shapeOf(get('/Student/class-detail', { hashCode: newHashCode() }));
    for (const [path, query] of unseen) expect(await shapeOf(get(path, query)), path).toEqual(never);

    const { hashCode } = green.draftBook;
    for (const path of ['/Student/textbook-detail', '/Student/lessons-by-short-name']) {
      const neverABook = await shapeOf(get(path, { hashCode: newHashCode() }));
      expect(await shapeOf(get(path, { hashCode })), path).toEqual(neverABook);
    }
  });

  test('says of a printed code that its page or unit was deleted', async () => {
    const { deleted, ofDeletedUnit } = green.unseenPages;
    for (const [path, query] of [...ofUnit(green.lessons.deleted), ...[deleted, ofDeletedUnit].flatMap(ofPage)])
      expect(await problemOf(get(path, query), 404), path).toMatchObject({
        messageKey: 'messages.printedCodeDeleted',
      });
  });

  test('a code that is none, or an id that is none, is a bad request', async () => {
    await get('/Student/content', { hashCode: 'not a code' }).expect(400);
    await get('/Student/content').expect(400);
    await get('/Student/push-listen/7').expect(400);
    await get('/Student/contents', { ClassHashCode: newHashCode(), ContentType: '9' }).expect(400);
    await get('/Student/class-status', { TextBookId: newId() }).expect(400);
  });

  test('the old code of a class is dead the moment it is regenerated', async () => {
    const old = green.classes.lastDay.classHashCode;
    const { db } = world.services;
    const fresh = newHashCode();
    await db.execute(`update classes set class_hash_code = '${fresh}' where class_hash_code = '${old}'`);
    await get('/Student/class-detail', { hashCode: old }).expect(404);
    await get('/Student/class-detail', { hashCode: fresh }).expect(200);
  });
});
