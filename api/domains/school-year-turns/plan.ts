import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { findSources } from '#api/domains/classes/copy.ts';
import { type Copy, planCopy } from '#api/domains/classes/copy-plan.ts';
import { nameOrder } from '#api/domains/students/name-order.ts';
import { textBookNameColumns, textBookNameOf } from '#api/domains/textbooks/detail.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import {
  classes,
  classProfiles,
  media,
  profiles,
  schoolYearTurnClasses,
  schoolYearTurns,
  textbooks,
  users,
} from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { invalid } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { TurnPlan, TurnProblem, TurnRequest } from '#schema/rest/school-year-turns.ts';
import type { StaffMember } from '#schema/rest/users.ts';
import { childrenTurnedAtOnce, nextSchoolYear } from '#schema/rules/school-year-turns.ts';
import { type Placed, placeStudents, studentProblems, type Student, studentsOf } from './placement.ts';
import { versionOf } from './version.ts';

/** A class of the ending year with its next class. */
export interface PlannedClass {
  readonly copy: Copy;
  readonly keepsCode: boolean;
  readonly students: readonly Placed[];
  readonly problems: readonly TurnProblem[];
}

export interface Turn {
  readonly version: string;
  readonly school: TurnPlan['school'];
  readonly classes: readonly PlannedClass[];
  readonly students: readonly Placed[];
  /** Their indexes in `classes` of the request. */
  readonly missingClasses: readonly number[];
  readonly missingStudentIds: readonly string[];
}

/** Plans a turn by the rules and scope of new classes, with the classes that are there. Writes nothing. */
export async function planTurn(tx: Queryable, caller: StaffCaller, request: TurnRequest): Promise<Turn> {
  const ids = request.classes.map(({ classId }) => classId);
  const sources = await findSources(tx, { caller, ids });
  const found = new Set(sources.map(({ row }) => row.id));
  if (new Set(sources.map(({ row }) => row.schoolId)).size > 1) throw invalid({ classes: ['messages.turnOneSchool'] });
  const students = await readStudents(tx, [...found]);
  if (students.length > childrenTurnedAtOnce) throw invalid({ classes: ['messages.tooManyAtOnce'] });
  const renumbering = new Set(request.classes.filter(({ renumbers }) => renumbers).map(({ classId }) => classId));
  const { placed, missing } = placeStudents({ students, classIds: found, renumbering, moves: request.moves });
  const turned = await turnedBefore(tx, [...found]);
  const planned: PlannedClass[] = [];
  for (const { classId, keepsCode, renumbers: _ofChildren, ...next } of request.classes) {
    const source = sources.find(({ row }) => row.id === classId);
    if (!source) continue;
    const year = nextSchoolYear(source.row.endDate);
    const dates = { startDate: next.startDate ?? year.startDate, endDate: next.endDate ?? year.endDate };
    const plan = await planCopy(tx, caller, { source, request: { include: everything, years: 1, ...next, ...dates } });
    const own = studentsOf(placed, classId);
    const problems = [
      ...plan.problems.map((problem) => ({ ...problem, studentIds: [] })),
      ...studentProblems(own),
      ...turnedProblems({ keepsCode, turned: turned.get(classId) }),
    ];
    planned.push({ copy: { source, plan, id: null }, keepsCode, students: own, problems });
  }
  return {
    version: await versionOf(tx, { caller, sources, students, turned }),
    school: sources[0]?.row.school ?? null,
    classes: planned,
    students: placed,
    missingClasses: ids.flatMap((id, place) => (found.has(id) ? [] : [place])),
    missingStudentIds: missing,
  };
}

// The children come by `placeStudents`.
const everything = {
  mainTeacher: true,
  secondaryTeachers: true,
  schoolAdministrator: true,
  students: false,
  approvalRequired: true,
};

interface Earlier {
  /** Whether a next class of an earlier turn keeps the code. */
  readonly keptCode: boolean;
}

interface Turned {
  readonly keepsCode: boolean;
  readonly turned: Earlier | undefined;
}

/** The problems of a class that has a next class already. Another one can be made, but only one can keep the code. */
function turnedProblems({ keepsCode, turned }: Turned): TurnProblem[] {
  if (!turned) return [];
  const about = { person: null, studentIds: [] };
  return [
    { ...about, field: 'classId', messageKey: 'messages.turnedAlready', blocks: false },
    ...(keepsCode && turned.keptCode
      ? [{ ...about, field: 'keepsCode', messageKey: 'messages.codeKeptAlready', blocks: true }]
      : []),
  ];
}

/** The children of classes, by the reading of their names, without those who wait to be let in. */
const readStudents = async (tx: Queryable, classIds: readonly string[]): Promise<Student[]> =>
  tx
    .select({
      id: profiles.id,
      classId: classProfiles.classId,
      name: profiles.name,
      reading: profiles.reading,
      number: classProfiles.number,
      lastSeenAt: classProfiles.lastSeenAt,
      byOldCode: classProfiles.byOldCode,
    })
    .from(classProfiles)
    .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
    .where(
      and(inArray(classProfiles.classId, [...classIds]), eq(classProfiles.waiting, false), isNull(profiles.deletedAt)),
    )
    .orderBy(nameOrder, asc(profiles.id));

type Before = ReadonlyMap<string | null, Earlier>;

/** The classes that already have a next class by a turn that was not undone. */
async function turnedBefore(tx: Queryable, classIds: readonly string[]): Promise<Before> {
  const rows = await tx
    .select({ id: schoolYearTurnClasses.sourceId, keptCode: sql<boolean>`bool_or(${schoolYearTurnClasses.keepsCode})` })
    .from(schoolYearTurnClasses)
    .innerJoin(schoolYearTurns, eq(schoolYearTurns.id, schoolYearTurnClasses.turnId))
    .innerJoin(classes, eq(classes.id, schoolYearTurnClasses.classId))
    .where(
      and(
        inArray(schoolYearTurnClasses.sourceId, [...classIds]),
        isNull(schoolYearTurns.takenBackAt),
        isNull(classes.deletedAt),
      ),
    )
    .groupBy(schoolYearTurnClasses.sourceId);
  return new Map(rows.map(({ id, keptCode }) => [id, { keptCode }]));
}

/** A turn in the contract's shape. */
export async function planAnswer({ db, links }: Uses<'db' | 'links'>, turn: Turn): Promise<TurnPlan> {
  const values = turn.classes.map(({ copy }) => copy.plan.values);
  const bookIds = values.map(({ textBookId }) => textBookId);
  const books = await db
    .select(textBookNameColumns)
    .from(textbooks)
    .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
    .where(inArray(textbooks.id, bookIds));
  const staff = await namesOf(
    db,
    values.flatMap(({ mainTeacherId, secondaryTeacherIds }) => [mainTeacherId ?? [], secondaryTeacherIds].flat()),
  );
  return {
    version: turn.version,
    school: turn.school,
    classes: turn.classes.map(({ copy: { source, plan }, keepsCode, students, problems }) => {
      const { className, startDate, endDate, textBookId, mainTeacherId, secondaryTeacherIds } = plan.values;
      const book = books.find(({ id }) => id === textBookId);
      return {
        ...{ sourceId: source.row.id, sourceName: source.row.className, className, startDate, endDate, keepsCode },
        textBook: book ? textBookNameOf(book, links) : null,
        mainTeacher: (mainTeacherId !== null && staff.get(mainTeacherId)) || null,
        secondaryTeachers: secondaryTeacherIds.flatMap((id) => staff.get(id) ?? []),
        studentCount: students.length,
        problems: [...problems],
      };
    }),
    students: turn.students.map(({ id: studentId, classId: fromClassId, ...student }) => {
      const { name, reading, number, toClassId, newNumber } = student;
      return { studentId, name, reading, number, fromClassId, toClassId, newNumber };
    }),
    leavingCount: leavingOf(turn),
    missingClasses: [...turn.missingClasses],
    missingStudentIds: [...turn.missingStudentIds],
  };
}

/** The number of children who are in none of the new classes. */
export function leavingOf({ students }: Pick<Turn, 'students'>): number {
  // A child of two old classes has two entries; with one new class it goes on.
  const all = new Set(students.map(({ id }) => id));
  const going = new Set(students.filter(({ toClassId }) => toClassId !== null).map(({ id }) => id));
  return all.size - going.size;
}

/** People by their ids. */
export async function namesOf(db: Queryable, ids: readonly string[]): Promise<Map<string, StaffMember>> {
  const rows = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}
