import { beforeAll, describe, expect, test } from 'vitest';
import { makeClass, makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, newStudentToken, tokenOf } from '../api/school.ts';
import { askerOf } from './ask-text.ts';

const world = keptApi();
const ask = askerOf(world);
let admin: string;
let teacher: string;
const made = { page: '', unitCode: '', book: '', other: '', unit: '', classes: ['', '', ''] };

beforeAll(async () => {
  const { db } = world.services;
  const member = await addStaff(world, { role: 'Teacher' });
  admin = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  teacher = await tokenOf(world, member);
  const book = await makeTextBook(db, { name: 'Graph book', description: 'All of it' });
  const other = await makeTextBook(db, { name: 'Other book', description: 'The other' });
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  const page = await makeContent(db, { lessonId: unit.id, position: 0, name: 'Apple' });
  Object.assign(made, { page: page.hashCode, unitCode: unit.hashCode });
  const places = [book, book, other].map(({ id }) =>
    makeClass(db, { textbookId: id, mainTeacherId: member.id }).then((each) => each.id),
  );
  Object.assign(made, { book: book.id, other: other.id, unit: unit.id, classes: await Promise.all(places) });
});

describe('a row that names an entity', () => {
  test('has the rest of it by one more call, however many rows there are', async () => {
    const query = `query ($book: ID!) {
      classes(filter: { textBookId: $book }) { items { textBook { name description ...Facts } } }
      textBook(id: $book) { name description ...Facts }
    } fragment Facts on TextBook { unitCount classCount printedCode qrCode { svg { url } } updatedBy { id } }`;
    const { data, errors, calls } = await ask(admin, query, { book: made.book });
    expect(errors).toEqual([]);
    expect(data['classes']).toEqual({ items: [{ textBook: data['textBook'] }, { textBook: data['textBook'] }] });
    expect(data['textBook']).toMatchObject({ description: 'All of it', unitCount: 1, classCount: 2 });
    expect(calls.toSorted()).toEqual(['classes', 'textBook', 'textBooksById']);
  });

  test('is read once for all fields of the operation', async () => {
    const query = `query ($a: ID!, $b: ID!) {
      a: class(id: $a) { textBook { description } } b: class(id: $b) { textBook { description } }
    }`;
    const { data, calls } = await ask(admin, query, { a: made.classes[0], b: made.classes[1] });
    expect(data).toEqual({
      a: { textBook: { description: 'All of it' } },
      b: { textBook: { description: 'All of it' } },
    });
    expect(calls.filter((name) => name === 'textBooksById')).toHaveLength(1);
  });

  test('causes no further call for what the row holds, nor for what @skip and @include leave out', async () => {
    const query = `query ($id: ID!, $no: Boolean = false) { class(id: $id) {
      textBook { id name shortCode thumbnail { url } description @include(if: $no) ... @skip(if: true) { unitCount } }
    } }`;
    expect((await ask(admin, query, { id: made.classes[0] })).calls).toEqual(['class']);
    expect((await ask(admin, query, { id: made.classes[0], no: true })).calls).toEqual(['class', 'textBooksById']);
  });

  test('has null for what the caller may not see, with the reason, and keeps what they may', async () => {
    const query = 'query ($id: ID!) { class(id: $id) { className textBook { name description } } }';
    const { data, errors } = await ask(teacher, query, { id: made.classes[0] });
    expect(data).toEqual({
      class: { className: expect.any(String) as unknown, textBook: { name: 'Graph book', description: null } },
    });
    expect(errors).toEqual([
      {
        path: ['class', 'textBook', 'description'],
        extensions: expect.objectContaining({ code: 'FORBIDDEN' }) as unknown,
      },
    ]);
  });

  test('has the rest of a person too, for those who may see users', async () => {
    const query = `query ($id: ID!) { class(id: $id) {
      mainTeacher { id lastName email role classes { totalCount } } updatedBy { id } secondaryTeachers { email }
    } }`;
    const { data, errors, calls } = await ask(admin, query, { id: made.classes[0] });
    expect(errors).toEqual([]);
    const mainTeacher = { lastName: expect.any(String) as unknown, role: 'TEACHER', classes: { totalCount: 3 } };
    expect(data).toMatchObject({ class: { mainTeacher, secondaryTeachers: [] } });
    expect(calls.toSorted()).toEqual(['class', 'classes', 'usersById']);
    const names = await ask(admin, '{ allClasses { mainTeacher { lastName } } }');
    expect(names.calls).toEqual(['allClasses', 'classesById']);
    const seen = await ask(teacher, query, { id: made.classes[0] });
    expect(seen.data).toMatchObject({
      class: { mainTeacher: { email: null, role: null, classes: { totalCount: 3 } } },
    });
    expect(seen.errors.map(({ path, extensions: { code } }) => [path.at(-1), code])).toEqual([
      ['email', 'FORBIDDEN'],
      ['role', 'FORBIDDEN'],
    ]);
  });

  test('names for a child what its page told before, and has the rest for those who may see it', async () => {
    const query = `query ($code: String!, $unit: String!, $whole: Boolean!) {
      studentContent(hashCode: $code) {
        unit { id hashCode number name ... @include(if: $whole) { title description contentCount updatedBy { id } } }
        textBook { id hashCode name shortCode ... @include(if: $whole) { description unitCount } }
      }
      studentLessonName(hashCode: $unit) { textBook { id hashCode name ... @include(if: $whole) { unitCount } } }
    }`;
    const codes = { code: made.page, unit: made.unitCode };
    const child = await newStudentToken(world);
    const few = await ask(child, query, { ...codes, whole: false }, 'everyone');
    expect(few.errors).toEqual([]);
    expect(few.calls.toSorted()).toEqual(['studentContent', 'studentLessonName']);
    const { data, errors } = await ask(child, query, { ...codes, whole: true }, 'everyone');
    const nothing = { title: null, description: null, contentCount: null, updatedBy: null };
    const { unit, textBook } = few.data['studentContent'] as Record<'unit' | 'textBook', object>;
    expect(data['studentContent']).toEqual({
      unit: { ...unit, ...nothing },
      textBook: { ...textBook, description: null, unitCount: null },
    });
    expect(new Set(errors.map(({ extensions: { code } }) => code))).toEqual(new Set(['FORBIDDEN']));
    const seen = await ask(admin, query, { ...codes, whole: true });
    expect(seen.errors).toEqual([]);
    expect(seen.data).toMatchObject({
      studentContent: { unit: { contentCount: 1 }, textBook: { description: 'All of it', unitCount: 1 } },
      studentLessonName: { textBook: { unitCount: 1 } },
    });
  });

  test('is read anew after a change in the same operation', async () => {
    const query = `mutation ($a: UpdateTextBookInput!, $b: UpdateTextBookInput!) {
      a: updateTextBook(input: $a) { classes { items { textBook { description } } } }
      b: updateTextBook(input: $b) { classes { items { textBook { description } } } }
    }`;
    const book = { id: made.other, name: 'Other book', shortCode: 'GRAPH-2' };
    const { data, errors } = await ask(admin, query, {
      a: { ...book, version: 1, description: 'First' },
      b: { ...book, version: 2, description: 'Second' },
    });
    expect(errors).toEqual([]);
    expect(data).toEqual({
      a: { classes: { items: [{ textBook: { description: 'First' } }] } },
      b: { classes: { items: [{ textBook: { description: 'Second' } }] } },
    });
  });
});

describe('an edge', () => {
  test('leads from a textbook to its units and classes, by one call each', async () => {
    const query = `query ($id: ID!) { textBook(id: $id) { name
      units { totalCount items { title textBook { name description } } }
      classes(filter: { status: [ACTIVE] }, page: { size: 1 }, sort: [{ field: CLASS_NAME }]) { pageSize items { textBook { id } } }
    } }`;
    const { data, errors, calls } = await ask(admin, query, { id: made.book });
    expect(errors).toEqual([]);
    expect(data['textBook']).toEqual({
      name: 'Graph book',
      units: {
        totalCount: 1,
        items: [{ title: 'Unit 1', textBook: { name: 'Graph book', description: 'All of it' } }],
      },
      classes: { pageSize: 1, items: [{ textBook: { id: made.book } }] },
    });
    expect(calls.toSorted()).toEqual(['classes', 'textBook', 'textBookUnits', 'textBooksById']);
  });

  test('asked twice has two answers', async () => {
    const query = `query ($id: ID!) { textBook(id: $id) {
      one: classes(page: { size: 1 }) { items { id } } all: classes { totalCount }
    } }`;
    const { data } = await ask(admin, query, { id: made.book });
    expect(data).toMatchObject({ textBook: { one: { items: [expect.anything()] }, all: { totalCount: 2 } } });
  });

  test('is null where the caller may not call what is behind it', async () => {
    const query =
      'query ($id: ID!) { class(id: $id) { textBook { name units { totalCount } classes { totalCount } } } }';
    const { data, errors } = await ask(teacher, query, { id: made.classes[0] });
    expect(data).toEqual({ class: { textBook: { name: 'Graph book', units: null, classes: { totalCount: 2 } } } });
    expect(errors.map(({ path, extensions: { code } }) => [path, code])).toEqual([
      [['class', 'textBook', 'units'], 'FORBIDDEN'],
    ]);
  });

  test('leads from a class to its students and posts, and from a unit to its contents', async () => {
    const query = `query ($class: ID!, $unit: ID!) {
      class(id: $class) { students(sort: [{ field: NAME }]) { totalCount } posts(filter: { state: [PENDING] }) { items { id } } }
      lessonBrief(id: $unit) { name languageFocus contents { items { name unit { description } textBook { unitCount } } } }
    }`;
    const { data, errors, calls } = await ask(admin, query, { class: made.classes[0], unit: made.unit });
    expect(errors).toEqual([]);
    const apple = { name: 'Apple', unit: { description: '' }, textBook: { unitCount: 1 } };
    expect(data).toEqual({
      class: { students: { totalCount: 0 }, posts: { items: [] } },
      lessonBrief: { name: 'Hello', languageFocus: 'Greetings', contents: { items: [apple] } },
    });
    const called = ['class', 'classProfiles', 'communityQueue', 'contents', 'lessonBrief'];
    expect(calls.filter((name) => !name.endsWith('ById')).toSorted()).toEqual(called);
    // The unit, and then the units and the textbook of its contents.
    expect(calls.filter((name) => name.endsWith('ById')).length).toBeLessThanOrEqual(3);
  });

  test('of a row in a picker has the whole row', async () => {
    const { data, calls } = await ask(teacher, '{ allClasses { className studentCount textBook { name } } }');
    const row = { className: expect.any(String) as unknown, studentCount: 0 };
    const rows = ['Graph book', 'Graph book', 'Other book'].map((name) => ({ ...row, textBook: { name } }));
    expect(data['allClasses']).toHaveLength(3);
    expect(data['allClasses']).toEqual(expect.arrayContaining(rows));
    expect(calls).toEqual(['allClasses', 'classesById']);
  });
});
