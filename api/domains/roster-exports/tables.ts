import type { CsvRow } from '#api/ground/csv/write.ts';
import type { Gathered } from './gather.ts';
import { people, roles } from './people-tables.ts';
import { derived, head, idOf, noSchool, orgOf, sessionOf, table, type Table } from './table.ts';

/*
 * The files of an export: the CSV binding of OneRoster 1.2 (https://www.imsglobal.org/spec/oneroster/v1p2/bind/csv) with the
 * columns, in the order, of the Japan K-12/Schools profile
 * (https://www.imsglobal.org/spec/onerosterv1p2/japanprofile-k12/v1p0). A row is called by the id that the school's own system
 * gave it, else by ours. In bulk mode `status` and `dateLastModified` are empty. Class codes and cards are left out: they open
 * the class.
 */

/** The Japanese school year of a day: it begins on 1 April. */
const schoolYearOf = (day: string): number => Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0);

/** All files of a package. */
export function tablesOf(found: Gathered): readonly Table[] {
  const data = [orgs(found), academicSessions(found), courses(found), lessons(found), people(found), roles(found)];
  const files = [...data, enrollments(found)];
  return [manifest(files), ...files];
}

const absent = [
  ...['categories', 'classResources', 'courseResources', 'demographics', 'lineItemLearningObjectiveIds', 'lineItems'],
  ...['lineItemScoreScales', 'resources', 'resultLearningObjectiveIds', 'results', 'resultScoreScales', 'scoreScales'],
  ...['userProfiles', 'userResources'],
];

function manifest(files: readonly Table[]): Table {
  const modes = [
    ...files.map(({ name }) => [`file.${name.slice(0, -'.csv'.length)}`, 'bulk'] as const),
    ...absent.map((name) => [`file.${name}`, 'absent'] as const),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  return table(
    'manifest.csv',
    ['propertyName', 'value'],
    [
      ['manifest.version', '1.0'],
      ['oneroster.version', '1.2'],
      ...modes,
      ['source.systemName', 'Manabook'],
      ['source.systemCode', 'manabook'],
    ],
  );
}

function orgs({ schools, classes }: Gathered): Table {
  const none = classes.some(({ schoolId }) => schoolId === null) ? [{ id: noSchool, name: 'Manabook' }] : [];
  const rows = [...schools, ...none].map(({ id, name }) => [id, '', '', name, 'school', '', '']);
  return table('orgs.csv', [...head, 'name', 'type', 'identifier', 'parentSourcedId'], rows);
}

function academicSessions({ classes }: Gathered): Table {
  const sessions = new Map(classes.map((one) => [sessionOf(one), one]));
  const rows = [...sessions].map(([id, { startDate, endDate }]) => {
    const year = schoolYearOf(startDate);
    return [id, '', '', `${year}年度`, 'schoolYear', startDate, endDate, '', String(year)];
  });
  const header = [...head, 'title', 'type', 'startDate', 'endDate', 'parentSourcedId', 'schoolYear'];
  return table('academicSessions.csv', header, rows);
}

function courses({ classes }: Gathered): Table {
  const books = new Map(classes.map((one) => [one.textBook.id, one]));
  const rows = [...books.values()].map(({ textBook, schoolId }) => [
    ...[idOf(textBook), '', '', '', textBook.name, textBook.shortCode, '', orgOf(schoolId), '', ''],
  ]);
  const header = ['schoolYearSourcedId', 'title', 'courseCode', 'grades', 'orgSourcedId', 'subjects', 'subjectCodes'];
  return table('courses.csv', [...head, ...header], rows);
}

function lessons({ classes }: Gathered): Table {
  const rows = classes.map((one) => [
    ...[idOf(one), '', '', one.className, '', idOf(one.textBook), '', 'scheduled', '', orgOf(one.schoolId)],
    ...[sessionOf(one), '', '', '', ''],
  ]);
  const header = [
    ...['title', 'grades', 'courseSourcedId', 'classCode', 'classType', 'location', 'schoolSourcedId'],
    ...['termSourcedIds', 'subjects', 'subjectCodes', 'periods', 'metadata.jp.specialNeeds'],
  ];
  return table('classes.csv', [...head, ...header], rows);
}

function enrollments(found: Gathered): Table {
  const header = [
    ...['classSourcedId', 'schoolSourcedId', 'userSourcedId', 'role', 'primary', 'beginDate', 'endDate'],
    ...['metadata.jp.shussekiNo', 'metadata.jp.publicFlg'],
  ];
  return {
    name: 'enrollments.csv',
    header: [...head, ...header],
    *rows() {
      const teachers = new Map(found.teachers.map((one) => [one.id, idOf(one)]));
      const secondary = grouped(found.secondary, ({ classId }) => classId);
      const children = grouped(found.children, ({ classId }) => classId);
      for (const place of found.classes) {
        const row = (user: string, role: string, primary: boolean, number: number | null = null): CsvRow => [
          ...[derived('enrollment', place.id, user, role), '', '', idOf(place), orgOf(place.schoolId), user, role],
          ...[String(primary), '', '', number, ''],
        ];
        const main = teachers.get(place.mainTeacherId ?? '');
        if (main !== undefined) yield row(main, 'teacher', true);
        for (const { teacherId } of secondary.get(place.id) ?? []) {
          const teacher = teachers.get(teacherId);
          if (teacher !== undefined) yield row(teacher, 'teacher', false);
        }
        for (const child of children.get(place.id) ?? []) yield row(idOf(child), 'student', false, child.number);
      }
    },
  };
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
