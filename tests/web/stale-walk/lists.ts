import type { QueryName } from '#web/staff/platform/apollo/stale-lists.ts';
import { dayFromNow } from '#tests/support/teaching.ts';
import type { QueryVariables } from './operations.ts';
import type { Rows } from './rows.ts';

/** Queries that no mutation of the staff app makes stale, or whose answers are never shown from the cache. */
export const apart = {
  PasswordLink: 'a mailed link, never kept',
  FirstRun: 'before there is a school, never kept',
  NewClassCode: 'another one each time',
  ExportQrCodes: 'a file, never kept',
  ExportTextBookQrCodes: 'a file, never kept',
  ExportUsers: 'a file, never kept',
  ExportProfileData: 'a file, never kept',
  ReportExport: 'a job, polled',
  UserImport: 'a job, polled',
  SystemChecks: 'measured anew',
} as const satisfies Partial<Record<QueryName, string>>;

type Walked = Exclude<QueryName, keyof typeof apart>;
type Lists = { readonly [Name in Walked]: (rows: Rows) => QueryVariables<Name> };

const page = { number: 1, size: 100 };
const period = { from: dayFromNow(-7), to: dayFromNow(0) };
const none = () => ({});

/** Every query of the staff app, as its screen asks. */
export const lists: Lists = {
  MyAccount: none,
  MySessions: none,
  MySecondFactor: none,
  Settings: none,
  InvitationDays: none,
  Users: () => ({ page }),
  UserIds: () => ({ filter: { roles: ['TEACHER'], status: ['ACTIVED'] }, page }),
  User: ({ teacher }) => ({ id: teacher.id }),
  UserSurroundings: ({ teacher }) => ({ id: teacher.id, withLog: true }),
  AuditEntries: () => ({ page }),
  AuditPeople: () => ({ search: '' }),
  AuditPerson: ({ owner }) => ({ id: owner.id }),
  Teachers: () => ({ search: '', ids: null }),
  SchoolAdministrators: () => ({ search: '' }),
  Schools: () => ({ page }),
  School: ({ made }) => ({ id: made['school'] ?? '' }),
  SchoolMembers: ({ made }) => ({ schoolId: made['school'] ?? '', page }),
  SchoolChoices: () => ({ search: '', page }),
  SchoolCandidates: () => ({ search: '', page }),
  SchoolCount: none,
  SchoolSettings: ({ made }) => ({ id: made['school'] ?? '' }),
  Classes: () => ({ filter: { status: ['ACTIVE'] }, page }),
  Class: ({ class: { id } }) => ({ id }),
  ClassBooks: none,
  ClassBookUnits: ({ class: { classHashCode } }) => ({ classHashCode }),
  ClassActivity: ({ class: { id } }) => ({ classId: id, period }),
  ClassProfiles: ({ class: { id } }) => ({ classId: id, page }),
  ClassStudent: ({ class: { id }, children }) => ({ classId: id, profileId: children[0].id }),
  CommunityQueue: () => ({ filter: { state: ['PENDING', 'REPORTED'] }, page }),
  PostsWaiting: none,
  TextBooks: () => ({ page }),
  TextBook: ({ book }) => ({ id: book.id }),
  TextBookTree: ({ book }) => ({ id: book.id, page }),
  TextBookOfNewLesson: ({ book }) => ({ id: book.id }),
  TextBookMap: ({ book }) => ({ id: book.id, ...period }),
  TextBookPrinting: ({ book }) => ({ textBookId: book.id }),
  ClassesOfTextBook: ({ book }) => ({ textBookId: book.id }),
  FoundUnits: ({ book }) => ({ textBookId: book.id, sort: [{ field: 'CONTENT_COUNT', direction: 'DESC' }], page }),
  Lesson: ({ unit }) => ({ id: unit.id, page }),
  LessonAlone: ({ otherUnit }) => ({ id: otherUnit.id }),
  UnitOfNewContent: ({ unit }) => ({ id: unit.id }),
  UnitContents: ({ unit }) => ({ lessonId: unit.id, page }),
  FoundContents: ({ unit }) => ({ lessonId: unit.id, sort: [{ field: 'NAME', direction: 'ASC' }], page }),
  Content: ({ content }) => ({ id: content.id }),
  PushAndListenItems: ({ content }) => ({ contentId: content.id }),
  EarlierSounds: () => ({ search: '', page }),
  PresentedBook: ({ class: { classHashCode } }) => ({ classHashCode }),
  PresentedContent: ({ content }) => ({ hashCode: content.hashCode, contentId: content.id }),
  PrintedCodes: ({ book }) => ({ id: book.id, page }),
  PrintedCodesBrokenBy: ({ unit }) => ({ ids: [unit.id] }),
  CodeTargetBooks: none,
  CodeTargets: ({ book }) => ({ textBookId: book.id, search: '', page }),
  Trash: () => ({ page }),
  ApiKeys: () => ({ page }),
  Webhooks: () => ({ page }),
  Webhook: ({ webhook }) => ({ id: webhook.id }),
  WebhookDeliveries: ({ webhook }) => ({ webhookId: webhook.id, page }),
  PrivacyProfiles: () => ({ search: '', page }),
  PrivacyCard: ({ children }) => ({ id: children[0].id }),
  Retention: none,
  ReportClasses: () => ({ search: '' }),
  ReportClass: ({ class: { id } }) => ({ id }),
  ReportBooks: () => ({ search: '' }),
  ReportBook: ({ book }) => ({ id: book.id }),
  ReportUnits: ({ book }) => ({ textBookId: book.id, search: '' }),
  ReportUnit: ({ unit }) => ({ id: unit.id }),
  VisitorReport: () => ({ period, page }),
  UsageReport: () => ({ period, page }),
  UsageByDay: () => ({ period }),
};
