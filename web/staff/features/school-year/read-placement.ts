import { harmlessCell, plainCell } from '#schema/rules/formula-cells.ts';
import { sameName } from '#schema/rules/rosters.ts';
import { readCells } from '#web/staff/features/classes/roster/read-cells.ts';
import type { SchoolYearTurnPlanFragment } from '#web/staff/operations.generated.ts';
import { placeKey, type Place } from './turn-draft.ts';
import type { TurnedStudent } from './use-turn-plan.ts';

/** The message key of the problem of a line. */
export type LineProblem =
  | 'lineNoClass'
  | 'lineNoStudent'
  | 'lineManyStudents'
  | 'lineManyClasses'
  | 'lineNoTarget'
  | 'lineManyTargets'
  | 'lineNumber'
  | 'lineTwice';

export interface Placement {
  readonly places: Readonly<Record<string, Place>>;
  readonly problems: readonly { readonly line: number; readonly problem: LineProblem; readonly text: string }[];
}

/** The cell in the column of the next class for a child who goes to no class. */
export const leaving = '-';

/**
 * Reads a table with the columns number, name, old class, new class and new number; the last may be absent. A first
 * line whose third column is no class is a heading. Line numbers equal the row numbers of a spreadsheet. Of several old
 * classes of one name, a line means the class that alone has the child.
 */
export function readPlacement(
  text: string,
  { classes, students }: Pick<SchoolYearTurnPlanFragment, 'classes' | 'students'>,
): Placement {
  const rows = readCells(text);
  const places: Record<string, Place> = {};
  const problems: { line: number; problem: LineProblem; text: string }[] = [];
  rows.forEach(({ line, cells }, at) => {
    const [number = '', name = '', oldClass = '', newClass = '', newNumber = ''] = cells.map(plainCell);
    const sources = classes.filter(({ sourceName }) => sameName(sourceName) === sameName(oldClass));
    if (sources.length === 0 && at === 0) return;
    const fail = (problem: LineProblem, about: string) => problems.push({ line, problem, text: about });
    if (sources.length === 0) return void fail('lineNoClass', oldClass);
    const found = sources.flatMap(({ sourceId: classId }) => childrenOf(students, { classId, name, number }));
    const [student] = found;
    if (!student) return void fail('lineNoStudent', name);
    if (found.some(({ fromClassId }) => fromClassId !== student.fromClassId))
      return void fail('lineManyClasses', oldClass);
    if (found.length > 1) return void fail('lineManyStudents', name);
    // A class with the name `-` is saved with an apostrophe.
    const targets = cells[3] === leaving ? [null] : targetsFor(classes, newClass);
    const [to] = targets;
    if (to === undefined) return void fail('lineNoTarget', newClass);
    if (targets.length > 1) return void fail('lineManyTargets', newClass);
    const given = newNumber === '' ? null : Number(newNumber.normalize('NFKC'));
    if (given !== null && !(Number.isInteger(given) && given >= 1 && given <= 999))
      return void fail('lineNumber', newNumber);
    const key = placeKey(student.fromClassId, student.studentId);
    if (key in places) return void fail('lineTwice', name);
    places[key] = { to, number: given };
  });
  return { places, problems };
}

/** Finds the next classes by their own name; where none has it, by the name of the old class. */
function targetsFor(classes: SchoolYearTurnPlanFragment['classes'], name: string): string[] {
  const named = classes.filter(({ className }) => sameName(className) === sameName(name));
  const found = named.length > 0 ? named : classes.filter(({ sourceName }) => sameName(sourceName) === sameName(name));
  return found.map(({ sourceId }) => sourceId);
}

interface Wanted {
  readonly classId: string;
  readonly name: string;
  readonly number: string;
}

/** Finds the children by name, and by number if the line has a number. */
function childrenOf(students: readonly TurnedStudent[], { classId, name, number }: Wanted): TurnedStudent[] {
  const named = students.filter((one) => one.fromClassId === classId && sameName(one.name) === sameName(name));
  return number === '' ? named : named.filter((one) => one.number === Number(number.normalize('NFKC')));
}

/** Writes the same table from a plan. Names are escaped, so that a spreadsheet reads none as a formula. */
export function writePlacement(
  { classes, students }: Pick<SchoolYearTurnPlanFragment, 'classes' | 'students'>,
  headings: readonly string[],
  placeOf: (student: TurnedStudent) => Place,
): string {
  const rows = students.map((one) => {
    const { to, number } = placeOf(one);
    const source = classes.find(({ sourceId }) => sourceId === one.fromClassId);
    const next = classes.find(({ sourceId }) => sourceId === to);
    const [name, oldClass] = [one.name, source?.sourceName ?? ''].map(harmlessCell);
    return [one.number, name, oldClass, next ? harmlessCell(next.className) : leaving, number];
  });
  const cell = (value: string | number | null | undefined) => `"${String(value ?? '').replaceAll('"', '""')}"`;
  return [headings, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
}
