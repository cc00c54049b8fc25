import { encodeQuery } from '#schema/rest/query-string.ts';
import { idOf } from './bench-ids.ts';

/** One call whose time is measured: who makes it, and where below /api. */
export interface BenchCase {
  readonly group: 'list' | 'sort' | 'filter' | 'search' | 'picker' | 'detail' | 'report';
  readonly name: string;
  readonly as: 'admin' | 'owner';
  readonly path: string;
}

type Query = Readonly<Record<string, unknown>>;

const of = (
  group: BenchCase['group'],
  name: string,
  path: string,
  query: Query = {},
  as: BenchCase['as'] = 'admin',
) => ({
  group,
  name,
  as,
  path: `/api${path}${encodeQuery(query)}`,
});

const sorted = (path: string, what: string, fields: readonly string[]) =>
  fields.flatMap((field) =>
    (['asc', 'desc'] as const).map((direction) =>
      of('sort', `${what} by ${field} ${direction}`, path, { SortCriteria: [{ field, direction }] }),
    ),
  );

const searched = (path: string, what: string, words: readonly string[]) =>
  words.map((word) => of('search', `${what}: ${word}`, path, { SearchText: word }));

const staffCases: readonly BenchCase[] = [
  of('list', 'users', '/User'),
  of('list', 'users, 100 to a page', '/User', { PageSize: 100 }),
  of('list', 'users, page 50', '/User', { PageNumber: 50 }),
  of('list', 'users by name, page 50', '/User', {
    PageNumber: 50,
    SortCriteria: [{ field: 'name', direction: 'asc' }],
  }),
  of('list', "an owner's users", '/User', {}, 'owner'),
  of('list', 'classes', '/Class'),
  of('list', 'classes, 100 to a page', '/Class', { PageSize: 100 }),
  of('list', "an owner's classes", '/Class', {}, 'owner'),
  of('list', 'textbooks', '/TextBook'),
  ...sorted('/User', 'users', ['name', 'email', 'role', 'status', 'lastSignIn', 'dateCreated']),
  ...sorted('/Class', 'classes', [
    'className',
    'classCode',
    'textBook',
    'mainTeacher',
    'endDate',
    'status',
    'createdAt',
  ]),
  of('filter', 'users: administrators', '/User', { Roles: ['Administrator'] }),
  of('filter', 'users: school owners', '/User', { Roles: ['SchoolOwner'] }),
  of('filter', 'users: invited teachers', '/User', { Roles: ['Teacher'], UserStatus: [0] }),
  of('filter', 'users: two roles', '/User', { Roles: ['Teacher', 'SchoolOwner'] }),
  of('filter', 'classes: inactive', '/Class', { ClassStatus: [1] }),
  of('filter', 'classes: of a textbook', '/Class', { TextBookId: idOf(1, 3) }),
  of('filter', 'classes: of a teacher', '/Class', { TeacherId: idOf(0, 40) }),
  ...searched('/User', 'users', [
    ...['tanaka', 'tana', 'quayle', 'nobodyatall', 'school77', 'tanaka aya', 'example'],
    ...['n', 'na', 'q', 'zz', '田中', '田', 'た', '花', '勅使', '鬱', '%', '_', '@', "o'"],
  ]),
  of('search', 'users: tanaka, teachers, by name', '/User', {
    SearchText: 'tanaka',
    Roles: ['Teacher'],
    SortCriteria: [{ field: 'name', direction: 'desc' }],
  }),
  of('search', "an owner's users: tanaka", '/User', { SearchText: 'tanaka' }, 'owner'),
  ...searched('/Class', 'classes', ['club', '3年', '組', 'さくら', 'zz', 'nothing at all', '00004a', '%']),
  ...searched('/TextBook', 'textbooks', ['hello', 'sea']),
  of('picker', 'teachers', '/User/all-teachers'),
  of('picker', 'teachers: suz', '/User/all-teachers', { query: 'suz' }),
  of('picker', "an owner's teachers", '/User/all-teachers', {}, 'owner'),
  of('picker', 'classes', '/Class/all'),
  of('picker', 'textbooks', '/TextBook/all'),
  of('detail', 'a user', `/User/${idOf(0, 500)}`),
  of('detail', 'a class', `/Class/${idOf(2, 7)}`),
  of('detail', "an owner's class", `/Class/${idOf(2, 0)}`, {}, 'owner'),
  of('detail', 'what a student did', `/Class/${idOf(2, 7)}/profiles/${idOf(3, 7 * 20)}/contents`),
  of('detail', "a class's wall", '/Community', { ClassHashCode: 'c7'.padEnd(22, 'x') }),
  of('detail', 'a textbook', `/TextBook/${idOf(1, 3)}`),
  of('detail', 'a unit', `/Lesson/${idOf(6, 33)}`),
  of('detail', 'a unit in brief', `/Lesson/${idOf(6, 33)}/brief`),
  of('detail', 'a content', `/Content/${idOf(7, 200)}`),
];

const aDay = { From: '2026-05-11', To: '2026-05-12' };
const aMonth = { From: '2026-05-01', To: '2026-06-01' };

const otherCases: readonly BenchCase[] = [
  of('list', 'contents of a unit', '/Content', { LessonId: idOf(6, 33) }),
  of('list', 'units of a textbook', '/TextBook/unit', { TextbookId: idOf(1, 3) }),
  of('list', 'sounds', '/Content/audio-list'),
  of('list', 'profiles of a class', `/Class/${idOf(2, 7)}/profiles`),
  of('list', 'roles', '/User/roles'),
  of('list', 'API keys', '/ApiKey'),
  of('list', 'changes', '/Audit'),
  of('list', 'changes, page 20', '/Audit', { PageNumber: 20 }),
  of('list', 'trash', '/Trash'),
  of('list', "an owner's trash", '/Trash', {}, 'owner'),
  of('list', 'works to decide on', '/Community/queue'),
  of('list', 'works that wait', '/Community/waiting'),
  of('filter', 'works: waiting or reported', '/Community/queue', { State: ['pending', 'reported'] }),
  of('filter', 'works: of a class', '/Community/queue', { ClassId: idOf(2, 7) }),
  of('filter', 'changes: of classes', '/Audit', { Entity: 'classes' }),
  of('filter', 'changes: of a user', '/Audit', { Entity: 'users', EntityId: idOf(0, 6) }),
  of('filter', 'changes: by somebody', '/Audit', { ActorId: idOf(0, 2) }),
  of('filter', 'trash: users', '/Trash', { Kind: ['users'] }),
  ...searched('/Audit', 'changes', ['tanaka', 'quayle', '田中', 'aya', 'zz', 'nobodyatall']),
  ...searched('/Trash', 'trash', ['tanaka', '田中', 'nobodyatall']),
  ...searched('/Content/audio-list', 'sounds', ['ねこ', 'sea', 'apples 12', 'nothing at all']),
  of('search', 'contents of a unit: hello', '/Content', { LessonId: idOf(6, 33), SearchText: 'hello' }),
  of('search', 'units of a textbook: ねこ', '/TextBook/unit', { TextbookId: idOf(1, 3), SearchText: 'ねこ' }),
  of('report', 'visitors of a day', '/Report/visitors', aDay),
  of('report', 'visitors of a month', '/Report/visitors', aMonth),
  of('report', 'usage of a day', '/Report/usage', aDay),
  of('report', 'usage of a month', '/Report/usage', aMonth),
];

/** Every list, its sorts, filters and searches, the pickers, details and reports, as a busy office asks for them. */
export const benchCases: readonly BenchCase[] = [...staffCases, ...otherCases];
