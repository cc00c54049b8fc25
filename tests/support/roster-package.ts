import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { newId } from '#api/ground/db/ids.ts';
import { dayFromNow } from './teaching.ts';

/** A ZIP of texts. */
export async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const csv = (header: string, ...rows: readonly (readonly (string | number)[])[]): string =>
  [header, ...rows.map((cells) => cells.join(','))].map((line) => `${line}\r\n`).join('');

export interface Person {
  readonly id: string;
  readonly role: 'teacher' | 'student' | 'principal' | 'guardian';
  readonly family: string;
  readonly given: string;
  readonly email?: string;
  readonly kana?: readonly [family: string, given: string];
  readonly status?: string;
}

interface Lesson {
  readonly id: string;
  readonly title: string;
  readonly course?: string;
  readonly teachers?: readonly string[];
  /** By id, with their number. */
  readonly students?: readonly (readonly [id: string, number: number | string])[];
  readonly status?: string;
}

export interface Roster {
  readonly school?: { readonly id: string; readonly name: string };
  readonly people?: readonly Person[];
  readonly lessons?: readonly Lesson[];
  /** Courses by id: title and code. */
  readonly courses?: Readonly<Record<string, readonly [title: string, code: string]>>;
  readonly year?: readonly [start: string, end: string];
}

/** The files of a package with the columns of the Japan profile. */
export function rosterFiles({
  school = { id: 'school', name: 'A school' },
  people = [{ id: `T-${newId()}`, role: 'teacher', family: '山田', given: '花子', email: `${newId()}@school.test` }],
  lessons = [],
  courses = { course: ['英語', ''] },
  year = [dayFromNow(-100), dayFromNow(200)],
}: Roster = {}): Record<string, string> {
  const enrollments = lessons.flatMap(({ id, teachers = [], students = [], status = '' }) => [
    ...teachers.map((teacher, at) => [
      `${id}-${teacher}`,
      status,
      '',
      id,
      school.id,
      teacher,
      'teacher',
      String(at === 0),
      '',
      '',
      '',
      '',
    ]),
    ...students.map(([student, number]) => [
      `${id}-${student}`,
      status,
      '',
      id,
      school.id,
      student,
      'student',
      'false',
      '',
      '',
      number,
      '',
    ]),
  ]);
  return {
    'manifest.csv': csv(
      'propertyName,value',
      ['manifest.version', '1.0'],
      ['oneroster.version', '1.2'],
      ...['academicSessions', 'classes', 'courses', 'enrollments', 'orgs', 'roles', 'users'].map((file) => [
        `file.${file}`,
        'bulk',
      ]),
    ),
    'orgs.csv': csv('sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId', [
      ...[school.id, '', '', school.name, 'school', '', ''],
    ]),
    'academicSessions.csv': csv(
      'sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear',
      ['year', '', '', '2026年度', 'schoolYear', ...year, '', '2026'],
    ),
    'courses.csv': csv(
      'sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes',
      ...Object.entries(courses).map(([id, [title, code]]) => [id, '', '', 'year', title, code, '', school.id, '', '']),
    ),
    'classes.csv': csv(
      'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods,metadata.jp.specialNeeds',
      ...lessons.map(({ id, title, course = 'course', status = '' }) => [
        ...[id, status, '', title, 'P1', course, '', 'homeroom', '', school.id, 'year', '', '', '', 'false'],
      ]),
    ),
    'users.csv': csv(
      'sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password,userMasterIdentifier,resourceSourcedIds,preferredGivenName,preferredMiddleName,preferredFamilyName,primaryOrgSourcedId,pronouns,metadata.jp.kanaGivenName,metadata.jp.kanaFamilyName,metadata.jp.kanaMiddleName,metadata.jp.homeClass',
      ...people.map(({ id, family, given, email = '', kana = ['', ''], status = '' }) => [
        ...[
          id,
          status,
          '',
          'true',
          id,
          '',
          given,
          family,
          '',
          '',
          email,
          '',
          '',
          '',
          '',
          '',
          '',
          '',
          given,
          '',
          family,
        ],
        ...[school.id, '', kana[1], kana[0], '', ''],
      ]),
    ),
    'roles.csv': csv(
      'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId',
      ...people.map(({ id, role }) => [`R-${id}`, '', '', id, 'primary', role, '', '', school.id, '']),
    ),
    'enrollments.csv': csv(
      'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate,metadata.jp.shussekiNo,metadata.jp.publicFlg',
      ...enrollments,
    ),
  };
}
