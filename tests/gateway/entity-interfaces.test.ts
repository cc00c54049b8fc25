import { beforeAll, expect, test } from 'vitest';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeChild, makeClass, makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { addStaff, newStudentToken, tokenOf } from '../api/school.ts';
import { askerOf } from './ask-text.ts';

const world = keptApi();
const ask = askerOf(world);
const made = { book: '', bookCode: '', unit: '', unitCode: '', page: '', pageCode: '', class: '', classCode: '' };
let admin: string;

beforeAll(async () => {
  const { db } = world.services;
  admin = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  const book = await makeTextBook(db, { name: 'Shared book', description: 'For everybody' });
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  const page = await makeContent(db, { lessonId: unit.id, position: 0, name: 'Apple' });
  const room = await makeClass(db, { textbookId: book.id });
  await makeChild(db, { classId: room.id, name: 'Ren', animal: 'owl' });
  Object.assign(made, { book: book.id, bookCode: book.hashCode, unit: unit.id, unitCode: unit.hashCode });
  Object.assign(made, { page: page.id, pageCode: page.hashCode, class: room.id, classCode: room.classHashCode });
});

const facts = `
  fragment OfUnit on AnyUnit { id hashCode number title name languageFocus phonics }
  fragment OfBook on AnyTextBook { id hashCode name shortCode description }
  fragment OfPage on AnyContent { id hashCode type pageNumber name thumbnail { fileName } }
  fragment OfClass on AnyClass { id classHashCode className status startDate endDate textBook { ...OfBook } }
  fragment OfChild on AnyProfile { id name animal }`;

const read = ({ data }: Awaited<ReturnType<typeof ask>>, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Readonly<Record<string | number, unknown>>)[key], data);

test('a fragment on the interface of an entity reads the same facts from staff’s type and from the children’s', async () => {
  const staff = `query ($book: ID!, $unit: ID!, $page: ID!, $class: ID!) {
    textBook(id: $book) { ...OfBook }
    lesson(id: $unit) { ...OfUnit }
    content(id: $page) { ...OfPage }
    class(id: $class) { ...OfClass }
    classProfiles(classId: $class) { items { ...OfChild } }
  } ${facts}`;
  const child = `query ($bookCode: String!, $unitCode: String!, $pageCode: String!, $classCode: String!) {
    studentTextBook(hashCode: $bookCode) { ...OfBook }
    studentLessons(hashCode: $bookCode) { ...OfUnit }
    studentLessonName(hashCode: $unitCode) { ...OfUnit }
    studentContent(hashCode: $pageCode) { ...OfPage }
    lessonContents(hashCode: $unitCode) { ...OfPage }
    studentClass(hashCode: $classCode) { ...OfClass }
    classRoster(classHashCode: $classCode) { ...OfChild }
  } ${facts}`;
  const known = await ask(admin, staff, made);
  const seen = await ask(await newStudentToken(world), child, made, 'everyone');
  expect([...known.errors, ...seen.errors]).toEqual([]);
  expect(read(known, 'lesson')).toMatchObject({ id: made.unit, hashCode: made.unitCode });
  expect(read(seen, 'studentTextBook')).toEqual(read(known, 'textBook'));
  expect(read(seen, 'studentLessons')).toEqual([read(known, 'lesson')]);
  expect(read(seen, 'studentLessonName')).toEqual(read(known, 'lesson'));
  expect(read(seen, 'studentContent')).toEqual(read(known, 'content'));
  expect(read(seen, 'lessonContents')).toEqual([read(known, 'content')]);
  expect(read(seen, 'studentClass')).toEqual(read(known, 'class'));
  expect(read(seen, 'classRoster')).toMatchObject([{ name: 'Ren' }]);
  expect(read(seen, 'classRoster')).toEqual(read(known, 'classProfiles', 'items'));
  expect(seen.calls).toHaveLength(7);
});

test('what a row lacks of its entity is read by the same one call, asked for by the interface', async () => {
  const by = (type: string) =>
    `query ($page: ID!) { content(id: $page) { unit { ... on ${type} { title languageFocus } } textBook { id } } }`;
  const plain = await ask(admin, by('Unit'), { page: made.page });
  const shared = await ask(admin, by('AnyUnit'), { page: made.page });
  expect(shared).toEqual(plain);
  expect(shared.errors).toEqual([]);
  expect(shared.calls).toEqual(['content', 'lessonsById']);
});
