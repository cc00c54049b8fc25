import { expect, test } from 'vitest';
import { readPlacement, writePlacement } from '#web/staff/features/school-year/read-placement.ts';
import { inputOf, placeKey } from '#web/staff/features/school-year/turn-draft.ts';

const classOf = (sourceId: string, sourceName: string, className: string) => ({
  ...{ sourceId, sourceName, className, textBook: null, startDate: '2027-04-01', endDate: '2028-03-31' },
  ...{ mainTeacher: null, secondaryTeachers: [], keepsCode: false, studentCount: 2, problems: [] },
});
const child = (studentId: string, fromClassId: string, name: string, number: number | null) => ({
  ...{ studentId, fromClassId, toClassId: fromClassId, name, number, newNumber: number },
});
const plan = {
  classes: [classOf('a', '3年1組', '4年1組'), classOf('b', '3年2組', '4年2組')],
  students: [
    child('1', 'a', 'あべ そら', 1),
    child('2', 'a', 'れん', 2),
    child('3', 'a', 'れん', 3),
    child('4', 'b', 'めい', null),
  ],
};

test('a table says where children go: by number and name, into a next class by either of its names, or nowhere', () => {
  const text =
    '番号,名前,前のクラス,新しいクラス,新しい番号\r\n１,あべそら,3年1組,4年2組,5\r\n2,れん,３年１組,3年1組\r\n,めい,3年2組,-';
  expect(readPlacement(text, plan)).toEqual({
    problems: [],
    places: {
      [placeKey('a', '1')]: { to: 'b', number: 5 },
      [placeKey('a', '2')]: { to: 'a', number: null },
      [placeKey('b', '4')]: { to: null, number: null },
    },
  });
});

test('what cannot be read is named by its line, and the other lines are read', () => {
  const lines = ['1,あべそら,3年1組,4年2組', ',れん,3年1組,4年2組', '9,れん,3年1組,4年2組', '2,れん,3年9組,4年2組'];
  const more = ['2,れん,3年1組,5年1組', '3,れん,3年1組,4年1組,1000', '1,あべ そら,3年1組,4年1組'];
  const { places, problems } = readPlacement([...lines, ...more].join('\n'), plan);
  expect(problems).toEqual([
    { line: 2, problem: 'lineManyStudents', text: 'れん' },
    { line: 3, problem: 'lineNoStudent', text: 'れん' },
    { line: 4, problem: 'lineNoClass', text: '3年9組' },
    { line: 5, problem: 'lineNoTarget', text: '5年1組' },
    { line: 6, problem: 'lineNumber', text: '1000' },
    { line: 7, problem: 'lineTwice', text: 'あべ そら' },
  ]);
  expect(Object.keys(places)).toEqual([placeKey('a', '1')]);
});

test('of two old classes of one name a line means the one that has the child, and asks where both have', () => {
  const alike = {
    classes: [classOf('a', '英語', '英語'), classOf('b', '英語', '英語'), classOf('c', '3年1組', '4年1組')],
    students: [
      ...[child('1', 'a', 'そら', 1), child('2', 'a', 'れん', 2), child('5', 'a', 'ゆい', null)],
      ...[child('3', 'b', 'めい', 1), child('4', 'b', 'れん', 3), child('6', 'b', 'ゆい', null)],
    ],
  };
  const lines = ['1,めい,英語,4年1組', '3,れん,英語,4年1組', ',れん,英語,4年1組', ',ゆい,英語,-', '1,そら,英語,英語'];
  const { places, problems } = readPlacement(lines.join('\n'), alike);
  expect(places).toEqual({
    [placeKey('b', '3')]: { to: 'c', number: null },
    [placeKey('b', '4')]: { to: 'c', number: null },
  });
  expect(problems).toEqual([
    { line: 3, problem: 'lineManyClasses', text: '英語' },
    { line: 4, problem: 'lineManyClasses', text: '英語' },
    { line: 5, problem: 'lineManyTargets', text: '英語' },
  ]);
  // With names of their own for the next classes, every line can say where its child goes.
  const renamed = [classOf('a', '英語', '英語A'), classOf('b', '英語', '英語B')];
  expect(readPlacement('1,そら,英語,英語B', { ...alike, classes: renamed }).places).toEqual({
    [placeKey('a', '1')]: { to: 'b', number: null },
  });
});

test('line numbers are the row numbers of the spreadsheet, blank rows and a heading counted', () => {
  const lines = ['', 'No,Name,Old,New', ',,,', '9,れん,3年1組,4年2組', '', '2,れん,3年9組,4年2組'];
  expect(readPlacement(lines.join('\r\n'), plan).problems).toEqual([
    { line: 4, problem: 'lineNoStudent', text: 'れん' },
    { line: 6, problem: 'lineNoClass', text: '3年9組' },
  ]);
});

test('what is saved is read again as it was', () => {
  const places = { [placeKey('a', '1')]: { to: 'b', number: 7 }, [placeKey('b', '4')]: { to: null, number: null } };
  const placeOf = (one: { readonly fromClassId: string; readonly studentId: string }) =>
    places[placeKey(one.fromClassId, one.studentId)] ?? { to: one.fromClassId, number: null };
  const read = readPlacement(writePlacement(plan, ['No', 'Name', 'Old', 'New', 'New no'], placeOf), plan);
  expect(read.problems).toEqual([]);
  expect(read.places).toMatchObject(places);
});

test('a name in a saved table is no formula, and is read again as it was', () => {
  const strange = {
    classes: [classOf('a', '=A1', '+B2'), classOf('b', '3年2組', '-')],
    students: [child('1', 'a', '@SUM(A1)', 1), child('2', 'a', "'=1", 2), child('3', 'b', '-れん', 3)],
  };
  const placeOf = ({ studentId }: { readonly studentId: string }) => ({
    to: { 1: 'a', 2: 'b' }[studentId] ?? null,
    number: null,
  });
  const text = writePlacement(strange, ['No', 'Name', 'Old', 'New', 'New no'], placeOf);
  expect(text.split('\r\n').slice(1)).toEqual([
    `"1","'@SUM(A1)","'=A1","'+B2",""`,
    `"2","''=1","'=A1","'-",""`,
    `"3","'-れん","3年2組","-",""`,
  ]);
  expect(readPlacement(text, strange)).toEqual({
    problems: [],
    places: {
      [placeKey('a', '1')]: { to: 'a', number: null },
      [placeKey('a', '2')]: { to: 'b', number: null },
      [placeKey('b', '3')]: { to: null, number: null },
    },
  });
});

test('children who follow their class without a new number are not sent, however long the table is', () => {
  const placeOf = ({ fromClassId: to }: { readonly fromClassId: string }) => ({ to, number: null });
  const { places } = readPlacement(writePlacement(plan, ['No', 'Name', 'Old', 'New', 'New no'], placeOf), plan);
  expect(Object.keys(places)).toHaveLength(4);
  const draft = { classIds: ['a', 'b'], schoolId: null, next: {}, renumbers: false };
  expect(inputOf({ ...draft, places }).moves).toEqual([]);
  const away = {
    ...places,
    [placeKey('a', '1')]: { to: 'a', number: 5 },
    [placeKey('b', '4')]: { to: 'a', number: null },
  };
  expect(inputOf({ ...draft, places: away }).moves).toEqual([
    { fromClassId: 'a', toClassId: 'a', studentIds: ['1'], numbers: [5] },
    { fromClassId: 'b', toClassId: 'a', studentIds: ['4'], numbers: [null] },
  ]);
});
