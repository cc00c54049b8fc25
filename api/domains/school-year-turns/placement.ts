import type { TurnProblem, TurnRequest } from '#schema/rest/school-year-turns.ts';
import { rosterLimit, rosterProblems } from '#schema/rules/rosters.ts';

/** A child of a class of the ending year. */
export interface Student {
  readonly id: string;
  readonly classId: string;
  readonly name: string;
  readonly reading: string;
  readonly number: number | null;
  /** When the child was last seen as a member of that class. */
  readonly lastSeenAt: Date;
  readonly byOldCode: boolean;
}

/** A child with the old class whose next class it goes to, or null. */
export interface Placed extends Student {
  readonly toClassId: string | null;
  readonly newNumber: number | null;
}

interface Placing {
  /** Sorted by the reading of their names. */
  readonly students: readonly Student[];
  readonly classIds: ReadonlySet<string>;
  /** The old classes whose next classes number their children anew. */
  readonly renumbering: ReadonlySet<string>;
  readonly moves: TurnRequest['moves'];
}

interface Target {
  readonly toClassId: string | null;
  /** Null: as the new class numbers. */
  readonly number: number | null;
}

/**
 * The target class of each child: the next class of its class, unless a move names another. `missing` are the children
 * whose move is not possible.
 */
export function placeStudents({ students, classIds, renumbering, moves }: Placing) {
  const here = new Set(students.map(({ classId, id }) => keyOf(classId, id)));
  const targets = new Map<string, Target>();
  const missing = new Set<string>();
  for (const { fromClassId, toClassId = null, studentIds, numbers } of moves)
    for (const [at, id] of studentIds.entries()) {
      const key = keyOf(fromClassId, id);
      const canFollow = here.has(key) && (toClassId === null || classIds.has(toClassId));
      if (canFollow) targets.set(key, { toClassId, number: numbers?.[at] ?? null });
      else missing.add(id);
    }
  const placed = students.map((student) => {
    const target = targets.get(keyOf(student.classId, student.id));
    return { ...student, toClassId: target ? target.toClassId : student.classId, given: target?.number ?? null };
  });
  const free = new Map([...renumbering].map((classId) => [classId, freeNumbers(placed, classId)]));
  // A child that comes out of two classes into one takes one number.
  const taken = new Map<string, number>();
  for (const { id, toClassId, given } of placed)
    if (toClassId !== null && given !== null) taken.set(keyOf(toClassId, id), given);
  const numberIn = (toClassId: string, { id, number }: Student): number | null => {
    const key = keyOf(toClassId, id);
    const found = taken.get(key) ?? free.get(toClassId)?.next().value;
    if (found !== undefined) taken.set(key, found);
    return found ?? number;
  };
  return {
    missing: [...missing],
    placed: placed.map(({ given, ...student }): Placed => {
      const { toClassId } = student;
      return { ...student, newNumber: toClassId === null ? (given ?? student.number) : numberIn(toClassId, student) };
    }),
  };
}

const keyOf = (classId: string, studentId: string): string => `${classId} ${studentId}`;

/** The numbers from 1 that no child of the class was given. */
function* freeNumbers(
  placed: readonly { readonly toClassId: string | null; readonly given: number | null }[],
  classId: string,
): Generator<number, never> {
  const given = new Set(placed.filter(({ toClassId }) => toClassId === classId).map((one) => one.given));
  for (let number = 1; ; number += 1) if (!given.has(number)) yield number;
}

/** The children of a new class; a child that comes out of two classes is one. */
export function studentsOf(placed: readonly Placed[], classId: string): Placed[] {
  const found = placed.filter(({ toClassId }) => toClassId === classId);
  return [...new Map(found.map((student) => [student.id, student])).values()];
}

/**
 * The problems with the children of a new class. Too many children, or a number twice, block the class. Two children of
 * one name without numbers only cause a warning, since they may have been so in their old class.
 */
export function studentProblems(students: readonly Placed[]): TurnProblem[] {
  const about = { field: 'students', person: null };
  const wrong = rosterProblems(
    students.map(({ name, newNumber }) => ({ name, number: newNumber })),
    [],
  );
  const idsWith = (field: 'name' | 'number') => students.filter((_, at) => wrong[at]?.[field]).map(({ id }) => id);
  const [taken, twice] = [idsWith('number'), idsWith('name')];
  return [
    ...(students.length > rosterLimit
      ? [{ ...about, messageKey: 'messages.classFull', blocks: true, studentIds: [] }]
      : []),
    ...(taken.length > 0
      ? [{ ...about, messageKey: 'messages.studentNumberTaken', blocks: true, studentIds: taken }]
      : []),
    ...(twice.length > 0 ? [{ ...about, messageKey: 'messages.studentTwice', blocks: false, studentIds: twice }] : []),
  ];
}
