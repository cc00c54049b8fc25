import type { RosterCourse, rosterImportRows } from '#api/ground/db/schema.ts';
import { cutText } from '#schema/rules/cut-text.ts';
import { childNameOf, childReadingOf, staffNameOf } from './names-of-row.ts';
import { eachInSlices, type PackageRow, type PackageRows, type ReadPackage } from './read-package.ts';
import { type RosterRowKind, type RowResult, refused, skipped } from './row-values.ts';

/** A row as it is stored, without its import. */
export type PlannedRow = Omit<typeof rosterImportRows.$inferInsert, 'importId'>;

export interface Plan {
  readonly rows: readonly PlannedRow[];
  readonly courses: readonly RosterCourse[];
}

// People are written in groups, so that they share the cost of a look at who imports.
const peopleTogether = 20;

// The roles of people who work at a school. All of them are imported as teachers: a file creates no administrator.
const staffRoles = new Set([
  ...['teacher', 'principal', 'administrator', 'siteadministrator', 'districtadministrator', 'systemadministrator'],
]);

/**
 * Turns the files of a package into rows to write, in units: schools, people, then each class with its teachers and
 * children. `today` ends the enrollments that are over.
 */
export async function planOf({ read, hasAllPlaces }: ReadPackage, today: string): Promise<Plan> {
  const plan = new Planner(today, hasAllPlaces);
  await plan.readReferences(read);
  for (const file of ['orgs.csv', 'users.csv', 'classes.csv', 'enrollments.csv'] as const)
    await eachInSlices(read[file], (row) => plan.add(row));
  return plan.finish();
}

const isToBeDeleted = ({ cells }: PackageRow): boolean => cells['status']?.toLowerCase() === 'tobedeleted';
const idOf = ({ cells }: PackageRow, column = 'sourcedId'): string => cells[column] ?? '';

function idProblem(id: string): RowResult | null {
  if (id === '') return refused('messages.rosterIdRequire', 'sourcedId');
  return id.length > 200 ? refused('messages.valueTooLong', 'sourcedId') : null;
}

class Planner {
  /** In the order of the files: a class comes before its people. */
  readonly #rows: PlannedRow[] = [];
  readonly #people = new Map<string, PackageRow>();
  readonly #roles = new Map<string, { role: string; org: string }[]>();
  readonly #sessions = new Map<string, PackageRow>();
  readonly #courses = new Map<string, PackageRow>();
  /** The unit of each class; null for one that is left out. */
  readonly #units = new Map<string, number | null>();
  /** By class; a class's list is part of its values, and is filled from the enrollments. */
  readonly #endedTeachers = new Map<string, string[]>();
  readonly #classesOfCourse = new Map<string, number>();
  /** By child: the classes in which the package gives the child a place, and those in which that place has ended. */
  readonly #places = new Map<string, { readonly here: string[]; readonly ended: string[] }>();
  readonly #closed = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #today: string;
  readonly #hasAllPlaces: boolean;
  #peopleCount = 0;
  #nextUnit = 0;

  constructor(today: string, hasAllPlaces: boolean) {
    this.#today = today;
    this.#hasAllPlaces = hasAllPlaces;
  }

  async readReferences(read: PackageRows): Promise<void> {
    await eachInSlices(read['academicSessions.csv'], (row) => this.#sessions.set(idOf(row), row));
    await eachInSlices(read['courses.csv'], (row) => this.#courses.set(idOf(row), row));
    await eachInSlices(read['users.csv'], (row) => {
      if (idProblem(idOf(row)) === null && !this.#people.has(idOf(row))) this.#people.set(idOf(row), row);
    });
    await eachInSlices(read['roles.csv'], (row) => {
      if (isToBeDeleted(row)) return;
      const roles = this.#roles.get(idOf(row, 'userSourcedId')) ?? [];
      roles.push({ role: idOf(row, 'role').toLowerCase(), org: idOf(row, 'orgSourcedId') });
      this.#roles.set(idOf(row, 'userSourcedId'), roles);
    });
    await eachInSlices(read['classes.csv'], (row) => {
      if (isToBeDeleted(row)) this.#closed.add(idOf(row));
    });
    await eachInSlices(read['enrollments.csv'], (row) => {
      if (idOf(row, 'role').toLowerCase() !== 'student') return;
      const [child, classId] = [idOf(row, 'userSourcedId'), idOf(row, 'classSourcedId')];
      const places = this.#places.get(child) ?? { here: [], ended: [] };
      const hasEnded = isToBeDeleted(row) || this.#isOver(row) || this.#closed.has(classId);
      (hasEnded ? places.ended : places.here).push(classId);
      this.#places.set(child, places);
    });
    this.#nextUnit = 1 + Math.ceil(read['users.csv'].length / peopleTogether);
  }

  add(row: PackageRow): void {
    const problem = this.#problemOf(row);
    if (problem?.outcome !== 'refused' && this.#endsTeacher(row)) this.#addEndedTeacher(row);
    else if (problem) this.#settle(row, problem);
    else if (row.file === 'orgs.csv') this.#addSchool(row);
    else if (row.file === 'users.csv') this.#addPerson(row);
    else if (row.file === 'classes.csv') this.#addClass(row);
    else this.#addEnrollment(row);
  }

  finish(): Plan {
    const courses = [...this.#courses.values()].flatMap((row) => {
      const classes = this.#classesOfCourse.get(idOf(row)) ?? 0;
      const { title = '', courseCode: code = '' } = row.cells;
      return classes === 0 ? [] : [{ sourcedId: idOf(row), title, code, classes, textBookId: null }];
    });
    return { rows: this.#rows, courses };
  }

  #problemOf(row: PackageRow): RowResult | null {
    const id = idOf(row);
    const problem = idProblem(id);
    if (problem) return problem;
    if (isToBeDeleted(row)) {
      if (row.file === 'classes.csv') this.#units.set(id, null);
      return skipped('messages.rosterToBeDeleted');
    }
    const key = `${row.file} ${id}`;
    if (this.#seen.has(key)) return refused('messages.rosterTwice', 'sourcedId');
    this.#seen.add(key);
    return null;
  }

  #addSchool(row: PackageRow): void {
    // A board of education or a department is no school here.
    if (idOf(row, 'type').toLowerCase() !== 'school') return;
    this.#push(row, { kind: 'school', unit: 0, values: { name: idOf(row, 'name') } });
  }

  #addPerson(row: PackageRow): void {
    const roles = this.#roles.get(idOf(row)) ?? [];
    if (roles.some(({ role }) => staffRoles.has(role))) {
      if (row.cells['enabledUser']?.toLowerCase() === 'false')
        return this.#settle(row, skipped('messages.rosterNotEnabled'));
      const { email = '', username = '' } = row.cells;
      const unit = 1 + Math.floor(this.#peopleCount / peopleTogether);
      this.#peopleCount += 1;
      const orgs = roles.map(({ org }) => org);
      const values = { email: email || (username.includes('@') ? username : ''), ...staffNameOf(row), orgs };
      return this.#push(row, { kind: 'person', unit, values });
    }
    if (!roles.some(({ role }) => role === 'student')) return this.#settle(row, skipped('messages.rosterRoleIgnored'));
    // The outcome of a child is that of its place in a class.
    if (!this.#places.has(idOf(row))) this.#settle(row, skipped('messages.rosterNoEnrollment'));
  }

  #addClass(row: PackageRow): void {
    const courseId = idOf(row, 'courseSourcedId');
    const course = this.#courses.get(courseId);
    const named = idOf(row, 'termSourcedIds')
      .split(',')
      .map((id) => id.trim());
    const sessions = [...named, ...(course ? [idOf(course, 'schoolYearSourcedId')] : [])].flatMap(
      (id) => this.#sessions.get(id) ?? [],
    );
    const days = (column: string) =>
      sessions
        .map((session) => idOf(session, column))
        .filter((day) => day !== '')
        .sort();
    const endedTeachers: string[] = [];
    this.#endedTeachers.set(idOf(row), endedTeachers);
    const values = {
      ...{ className: idOf(row, 'title'), courseId, org: idOf(row, 'schoolSourcedId') },
      ...{ startDate: days('startDate')[0] ?? '', endDate: days('endDate').at(-1) ?? '' },
      ...{ endedTeachers, hasAllPlaces: this.#hasAllPlaces },
    };
    const unit = this.#nextUnit;
    this.#nextUnit += 1;
    this.#units.set(idOf(row), unit);
    this.#classesOfCourse.set(courseId, (this.#classesOfCourse.get(courseId) ?? 0) + 1);
    this.#push(row, { kind: 'class', unit, values });
  }

  #addEnrollment(row: PackageRow): void {
    const [classId, userId] = [idOf(row, 'classSourcedId'), idOf(row, 'userSourcedId')];
    const [unit, person] = [this.#units.get(classId), this.#people.get(userId)];
    if (unit === undefined) return this.#settle(row, refused('messages.rosterUnknownId', 'classSourcedId'));
    if (!person) return this.#settle(row, refused('messages.rosterUnknownId', 'userSourcedId'));
    if (unit === null) return this.#settle(row, skipped('messages.rosterClassLeft'));
    if (isToBeDeleted(person)) return this.#settle(row, skipped('messages.rosterToBeDeleted'));
    if (this.#isOver(row)) return this.#settle(row, skipped('messages.rosterEnrollmentOver'));
    const role = idOf(row, 'role').toLowerCase();
    const key = `${role} ${classId} ${userId}`;
    if (this.#seen.has(key)) return this.#settle(row, skipped('messages.rosterTwice'));
    this.#seen.add(key);
    if (role === 'teacher') {
      const isPrimary = row.cells['primary']?.toLowerCase() === 'true';
      return this.#push(row, { kind: 'teacher', unit, values: { person: userId, isPrimary } });
    }
    if (role !== 'student') return this.#settle(row, skipped('messages.rosterRoleIgnored'));
    const number = row.cells['metadata.jp.shussekiNo'] ?? '';
    const { here = [], ended = [] } = this.#places.get(userId) ?? {};
    const values = {
      ...{ child: userId, name: childNameOf(person), reading: childReadingOf(person), number },
      ...{ alsoIn: here.filter((id) => id !== classId), endedIn: ended.filter((id) => id !== classId) },
    };
    this.#push(row, { kind: 'student', unit, values });
  }

  #isOver({ cells: { endDate = '' } }: PackageRow): boolean {
    return endDate !== '' && endDate < this.#today;
  }

  /** Whether the row ends the place of a teacher in a class that is imported. */
  #endsTeacher(row: PackageRow): boolean {
    if (row.file !== 'enrollments.csv' || idOf(row, 'role').toLowerCase() !== 'teacher') return false;
    if (!this.#units.get(idOf(row, 'classSourcedId'))) return false;
    const person = this.#people.get(idOf(row, 'userSourcedId'));
    return isToBeDeleted(row) || this.#isOver(row) || (person !== undefined && isToBeDeleted(person));
  }

  // Whether the teacher has the place is known when the class is imported.
  #addEndedTeacher(row: PackageRow): void {
    const [classId, person] = [idOf(row, 'classSourcedId'), idOf(row, 'userSourcedId')];
    this.#endedTeachers.get(classId)?.push(person);
    this.#push(row, { kind: 'other', unit: this.#units.get(classId) ?? 0, values: { person } });
  }

  #push(row: PackageRow, { kind, unit, values }: { kind: RosterRowKind; unit: number; values: object }): void {
    const { file, line } = row;
    const position = this.#rows.length;
    this.#rows.push({ position, unit, kind, file, line, sourcedId: idOf(row), values, settled: false });
  }

  #settle(row: PackageRow, { outcome, problems }: RowResult): void {
    const { file, line } = row;
    const result = { outcome, problems, settled: true } as const;
    const position = this.#rows.length;
    const sourcedId = cutText(idOf(row), 200);
    this.#rows.push({ position, unit: 0, kind: 'other', file, line, sourcedId, ...result });
  }
}
