import { halvesOf } from '#api/domains/roster-imports/names-of-row.ts';
import type { CsvRow } from '#api/ground/csv/write.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { Gathered } from './gather.ts';
import { derived, head, idOf, noSchool, orgOf, type Table } from './table.ts';

interface Named {
  readonly givenName: string;
  readonly familyName: string;
}

interface User {
  readonly id: string;
  readonly enabled: boolean;
  readonly username: string;
  readonly name: Named;
  readonly email: string;
  readonly org: string;
  readonly kana: Named;
  readonly homeClass: string;
}

function* usersOf(found: Gathered): Generator<User> {
  const orgs = orgsOfTeachers(found);
  for (const teacher of found.teachers) {
    const { id, email, firstName: givenName, lastName: familyName, status } = teacher;
    yield {
      ...{ id: idOf(teacher), enabled: status !== UserStatus.DEACTIVATED, username: email || idOf(teacher), email },
      ...{ name: { givenName, familyName }, org: orgs.get(id)?.[0] ?? noSchool },
      ...{ kana: { givenName: '', familyName: '' }, homeClass: '' },
    };
  }
  const classesById = new Map(found.classes.map((one) => [one.id, one]));
  for (const child of oncePerChild(found)) {
    const place = classesById.get(child.classId);
    yield {
      ...{ id: idOf(child), enabled: true, username: idOf(child), email: '', name: halvesOf(child.name) },
      org: orgOf(place?.schoolId ?? null),
      kana: child.reading === '' ? { givenName: '', familyName: '' } : halvesOf(child.reading),
      homeClass: place ? idOf(place) : '',
    };
  }
}

/** `users.csv`: teachers, then children. */
export function people(found: Gathered): Table {
  const header = [
    ...['enabledUser', 'username', 'userIds', 'givenName', 'familyName', 'middleName', 'identifier', 'email', 'sms'],
    ...['phone', 'agentSourcedIds', 'grades', 'password', 'userMasterIdentifier', 'resourceSourcedIds'],
    ...['preferredGivenName', 'preferredMiddleName', 'preferredFamilyName', 'primaryOrgSourcedId', 'pronouns'],
    ...['metadata.jp.kanaGivenName', 'metadata.jp.kanaFamilyName', 'metadata.jp.kanaMiddleName'],
    'metadata.jp.homeClass',
  ];
  return {
    name: 'users.csv',
    header: [...head, ...header],
    *rows() {
      for (const { id, enabled, username, name, email, org, kana, homeClass } of usersOf(found))
        yield [
          ...[id, '', '', String(enabled), username, '', name.givenName, name.familyName, '', '', email],
          ...['', '', '', '', '', '', '', name.givenName, '', name.familyName, org, ''],
          ...[kana.givenName, kana.familyName, '', homeClass],
        ];
    },
  };
}

/** `roles.csv`: each person's role at each school. */
export function roles(found: Gathered): Table {
  const header = ['userSourcedId', 'roleType', 'role', 'beginDate', 'endDate', 'orgSourcedId', 'userProfileSourcedId'];
  const orgs = orgsOfTeachers(found);
  return {
    name: 'roles.csv',
    header: [...head, ...header],
    *rows() {
      for (const teacher of found.teachers)
        for (const [at, org] of (orgs.get(teacher.id) ?? [noSchool]).entries())
          yield roleRow(idOf(teacher), { role: 'teacher', org, isPrimary: at === 0 });
      const classesById = new Map(found.classes.map((one) => [one.id, one]));
      for (const child of oncePerChild(found)) {
        const org = orgOf(classesById.get(child.classId)?.schoolId ?? null);
        yield roleRow(idOf(child), { role: 'student', org, isPrimary: true });
      }
    },
  };
}

interface Role {
  readonly role: 'teacher' | 'student';
  readonly org: string;
  readonly isPrimary: boolean;
}

const roleRow = (user: string, { role, org, isPrimary }: Role): CsvRow => [
  ...[derived('role', user, role, org), '', '', user, isPrimary ? 'primary' : 'secondary', role, '', '', org, ''],
];

// A child of several classes is one user, of the school of its first class.
function* oncePerChild({ children }: Gathered): Generator<Gathered['children'][number]> {
  const seen = new Set<string>();
  for (const child of children) {
    if (seen.has(child.id)) continue;
    seen.add(child.id);
    yield child;
  }
}

function orgsOfTeachers({ classes, secondary, members }: Gathered): Map<string, string[]> {
  const orgs = new Map<string, string[]>();
  const add = (teacherId: string | null, org: string) => {
    if (teacherId === null) return;
    const orgsBefore = orgs.get(teacherId) ?? [];
    if (!orgsBefore.includes(org)) orgs.set(teacherId, [...orgsBefore, org]);
  };
  const orgOfClass = new Map(classes.map(({ id, schoolId }) => [id, orgOf(schoolId)]));
  for (const { teacherId, schoolId } of members) add(teacherId, schoolId);
  for (const { mainTeacherId, schoolId } of classes) add(mainTeacherId, orgOf(schoolId));
  for (const { teacherId, classId } of secondary) add(teacherId, orgOfClass.get(classId) ?? noSchool);
  return orgs;
}
