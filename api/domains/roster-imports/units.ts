import type { AssertOwnPassword } from '#api/domains/auth/passwords.ts';
import { teachersNamed, upsertClass } from '#api/domains/classes/upsert.ts';
import { upsertUsers } from '#api/domains/users/upsert.ts';
import type { RosterCourse, rosterImportRows } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { forbidden } from '#api/ground/http/problems.ts';
import { upsertEach } from '#api/ground/http/upsert-each.ts';
import type { Uses } from '#api/ground/services.ts';
import { reaches } from '#schema/access.ts';
import type { UpsertResults } from '#schema/rest/upserts.ts';
import { enrolStudents } from './enrol.ts';
import {
  classValues,
  endedTeacherValues,
  personValues,
  refused,
  type RowProblem,
  type RowResult,
  skipped,
  studentValues,
} from './row-values.ts';
import type { KnownSchool } from './schools.ts';
import { teachersOf } from './teachers.ts';

export type Writing = Uses<'db' | 'settings' | 'secrets' | 'jobs' | 'links'>;
export type StoredRow = typeof rosterImportRows.$inferSelect;

export interface Bringing {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly schools: ReadonlyMap<string, KnownSchool>;
  readonly courses: readonly RosterCourse[];
  /** The ids of the package's classes. */
  readonly classIds: ReadonlySet<string>;
}

/** The results of a unit, by the positions of its rows. */
export type UnitResults = Map<number, RowResult>;

// A package contains no passwords, so no import may change one.
const assertOwnPassword: AssertOwnPassword = () => Promise.reject(forbidden());

interface Unit {
  readonly rows: readonly StoredRow[];
  /** Rows of people from an earlier unit that was rolled back; this unit refers to them. */
  readonly named: readonly StoredRow[];
}

/** Writes the rows of one unit: schools, people, or a class with its teachers and children. */
export async function bringUnit(services: Writing, bringing: Bringing, { rows, named }: Unit): Promise<UnitResults> {
  await bringPeople(services, bringing, { rows: named, results: new Map() });
  const results: UnitResults = new Map();
  for (const row of rows)
    if (row.kind === 'school')
      results.set(
        row.position,
        bringing.schools.has(row.sourcedId)
          ? { outcome: 'unchanged', problems: [] }
          : skipped('messages.rosterSchoolUnknown'),
      );
  await bringPeople(services, bringing, { rows: rows.filter(({ kind }) => kind === 'person'), results });
  const [lesson] = rows.filter(({ kind }) => kind === 'class');
  if (lesson) await bringClass(services, bringing, { lesson, rows, results });
  return results;
}

interface People {
  readonly rows: readonly StoredRow[];
  readonly results: UnitResults;
}

// The rows of teachers whose accounts are not the school's: its own export names them by our id, without an e-mail.
async function visitingTeachers(services: Writing, caller: StaffCaller, rows: readonly StoredRow[]) {
  const without = rows.filter((row) => personValues.parse(row.values).email === '');
  const names = without.map(({ sourcedId }) => sourcedId);
  const ids = await teachersNamed(services, caller, names);
  return new Set(without.filter(({ sourcedId }) => ids.get(sourcedId) === sourcedId));
}

async function bringPeople(services: Writing, bringing: Bringing, { rows, results }: People): Promise<void> {
  const { caller, requestId } = bringing;
  const visiting = await visitingTeachers(services, caller, rows);
  const wanted = rows.flatMap((row) => {
    const { orgs, ...values } = personValues.parse(row.values);
    if (visiting.has(row)) {
      results.set(row.position, { outcome: 'unchanged', problems: [] });
      return [];
    }
    if (orgs.some((org) => isReached(bringing, org)))
      return [{ row, values: { ...values, externalId: row.sourcedId } }];
    results.set(row.position, skipped('messages.rosterSchoolUnknown'));
    return [];
  });
  const upserted = await upsertUsers(
    services,
    { caller, requestId, assertOwnPassword },
    wanted.map(({ values }) => values),
  );
  wanted.forEach(({ row }, at) => results.set(row.position, resultOf(upserted.results[at])));
}

// An owner brings in the own schools; administrators bring in classes of no school too.
const isReached = ({ caller, schools }: Bringing, org: string): boolean =>
  reaches(caller.kind, 'Administrator') || schools.has(org);

function resultOf(upserted: UpsertResults['results'][number] | undefined): RowResult {
  if (!upserted) throw new Error('A row of a roster has no result');
  const { outcome, messageKey, faults } = upserted;
  const problems: RowProblem[] = faults.flatMap(({ field, messageKeys }) =>
    messageKeys.map((key) => ({ field, messageKey: key })),
  );
  if (problems.length === 0 && messageKey !== null) problems.push({ field: null, messageKey });
  return { outcome, problems };
}

interface ClassUnit extends People {
  readonly lesson: StoredRow;
}

async function bringClass(services: Writing, bringing: Bringing, unit: ClassUnit): Promise<void> {
  const { lesson, rows, results } = unit;
  const { caller, requestId, schools, courses } = bringing;
  const { courseId, org, endedTeachers, hasAllPlaces, ...values } = classValues.parse(lesson.values);
  const others = rows.filter((row) => row !== lesson);
  const leave = (result: RowResult) => {
    results.set(lesson.position, result);
    for (const { position } of others) results.set(position, skipped('messages.rosterClassLeft'));
  };
  if (!isReached(bringing, org)) return leave(skipped('messages.rosterSchoolUnknown'));
  const school = schools.get(org);
  const place = school?.ownerId ? { schoolAdministratorId: school.ownerId, preferredSchoolId: school.id } : undefined;
  const textBookId = courses.find(({ sourcedId }) => sourcedId === courseId)?.textBookId ?? undefined;
  const { refusals, endingOf, ...teachers } = await teachersOf(services, {
    ...{ caller, externalId: lesson.sourcedId, ended: endedTeachers },
    wanted: rows.filter(({ kind }) => kind === 'teacher'),
  });
  for (const [position, refusal] of refusals) results.set(position, refusal);
  const row = { externalId: lesson.sourcedId, ...values, textBookId, ...teachers };
  const upserted = await upsertEach([row], (one) => upsertClass(services, { caller, requestId }, one, place));
  const result = resultOf(upserted.results[0]);
  const classId = upserted.results[0]?.id ?? null;
  if (result.outcome === 'refused' || classId === null) {
    const lacksBook = textBookId === undefined && result.problems.some(({ field }) => field === 'textBookId');
    return leave(lacksBook ? skipped('messages.rosterNoTextBook') : result);
  }
  results.set(lesson.position, result);
  const isSame = result.outcome === 'unchanged';
  for (const { kind, position } of others)
    if (kind === 'teacher' && !results.has(position))
      results.set(position, { outcome: isSame ? 'unchanged' : 'updated', problems: [] });
  for (const { kind, position, values: ofRow } of others)
    if (kind === 'other') results.set(position, endingOf(endedTeacherValues.parse(ofRow).person));
  const children = others.filter(({ kind }) => kind === 'student');
  const enrolled = await enrolStudents(
    services,
    { caller, requestId, classId, listedClasses: hasAllPlaces ? bringing.classIds : new Set() },
    children.map((child) => studentValues.parse(child.values)),
  );
  children.forEach(({ position }, at) => results.set(position, enrolled[at] ?? refused('messages.invalidValue')));
}
