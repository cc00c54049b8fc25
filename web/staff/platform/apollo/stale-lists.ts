import type { Effect, MutationName, Stale } from './stale-fields.ts';

const stale = (...fields: readonly (Stale | readonly Stale[])[]): Effect => ({ stale: fields.flat(), removes: false });
const removed = (...fields: readonly (Stale | readonly Stale[])[]): Effect => ({ stale: fields.flat(), removes: true });

const nothing = stale();

const people = ['users', 'allTeachers', 'allSchoolAdministrators', 'schools', 'schoolMembers'] as const;
const members = [...people, 'School.memberCount', 'School.owners'] as const;
/** The fields of a user that change when the user becomes a member of a school, as a class's new teachers do. */
const joining = ['User.updatedAt', 'User.updatedBy'] as const;
/** A class that has ended shows its students nothing. */
const classes = [
  ...(['classes', 'School.classCount', 'TextBook.classCount', 'schoolYearTurns'] as const),
  ...(['classUnits', 'studentContents', 'privacyProfiles'] as const),
] as const;
const ofChild = ['classProfiles', 'classStudent', 'classStudentContents', 'privacyCard'] as const;
const children = [...ofChild, 'Class.studentCount', 'privacyProfiles'] as const;
const admitted = [...children, 'removedClassProfiles'] as const;
const posts = [...ofChild, 'communityQueue', 'studentRecordings', 'communityWaiting'] as const;
/** The queries of the board and the reports that show data of textbooks. */
const asTaught = ['classUnits', 'studentContents', 'studentContent', 'studentPushAndListen'] as const;
const used = ['textBookMap', 'classActivity', 'usageReport'] as const;
const printed = ['printedCodes', 'printedCodesBrokenBy', 'textBookPrinting'] as const;
const ofBooks = [...asTaught, ...used, ...printed, 'brokenLinks'] as const;
const books = ['textBooks', 'allTextBooks', ...ofBooks] as const;
const units = ['textBookUnits', 'textBooks', 'TextBook.unitCount', ...ofBooks] as const;
const contents = ['contents', 'textBookUnits', 'Unit.contentCount', 'TextBook.contentCount', ...ofBooks] as const;
const items = [
  'pushAndListenItems',
  'Content.itemCount',
  'Content.version',
  'audioFiles',
  'brokenLinks',
  'studentPushAndListen',
] as const;
const deliveries = ['webhookDeliveries', 'webhooks', 'Webhook.waitingCount', 'Webhook.failedCount'] as const;

/** Every change by staff writes a row of the audit log, which a child's card in the privacy desk counts. */
export const staleAlways: readonly Stale[] = ['auditEntries', 'privacyCard'];

/**
 * The stale lists and counts of each mutation. Apollo's cache writes the mutation's own response by itself. A mutation
 * without an entry here does what `updateOf` says. `tests/web/staff-stale-lists.test.ts` checks every mutation against
 * every list.
 */
export const effects = {
  // Accounts and sessions.
  Login: nothing,
  CompleteLogin: nothing,
  RefreshToken: nothing,
  Logout: nothing,
  ForgotPassword: nothing,
  UpdatePassword: nothing,
  AcceptInvitation: nothing,
  ConfirmEmail: nothing,
  SetUpSchool: nothing,
  UpdateMyAccount: stale(people),
  ChangePassword: stale('mySessions'),
  EndSession: removed('mySessions'),
  EndOtherSessions: stale('mySessions'),
  BeginSecondFactor: nothing,
  ConfirmSecondFactor: stale('mySecondFactor', 'mySessions', 'User.secondFactor'),
  RenewRecoveryCodes: stale('mySecondFactor'),
  BeginPasskey: nothing,
  AddPasskey: stale('myPasskeys', 'mySessions'),
  RenamePasskey: stale('myPasskeys'),
  RemovePasskey: stale('myPasskeys'),
  BeginPasskeyLogin: nothing,
  PasskeyLogin: nothing,
  BeginProviderLogin: nothing,
  ProviderLogin: nothing,
  TurnOffSecondFactor: stale('mySecondFactor', 'mySessions', 'User.secondFactor'),

  // People.
  CreateUser: stale(members),
  UpdateUser: stale(members),
  SetUserStatus: stale(people),
  SetUserStatuses: stale(people, 'User.status', 'User.version'),
  ResendInvitation: stale('users'),
  ResendInvitations: stale('users', 'User.invitedAt', 'User.version'),
  ResetUserPassword: stale('User.status', 'User.version'),
  RemoveSecondFactor: stale('User.secondFactor'),
  DeleteUser: removed(members, 'trash'),
  RestoreUser: stale(members, 'trash'),
  ImportUsers: stale(members),
  // The job changes rows later; the screen marks them when it is over.
  ImportRoster: nothing,
  StartRosterImport: stale(members, classes, children),

  // Schools.
  CreateSchool: stale(members),
  UpdateSchool: stale('schools', 'schoolSettings'),
  UpdateSchoolSettings: stale(
    'schoolSettings',
    'classLogo',
    'studentAlbums',
    'School.version',
    'School.updatedAt',
    'School.updatedBy',
  ),
  MergeSchools: stale(members, joining, classes, 'schoolSettings', 'signInProviders'),
  AddSchoolMember: stale(members, joining),
  RemoveSchoolMember: stale(members),
  MoveSchoolMember: stale(members, joining),
  AddSignInProvider: stale('signInProviders', 'settings'),
  UpdateSignInProvider: stale('signInProviders'),
  RemoveSignInProvider: removed('signInProviders', 'settings'),
  CheckSignInProvider: nothing,

  // Classes and their children.
  CreateClass: stale(classes, joining),
  UpdateClass: stale(classes, joining, 'trash'),
  RegenerateClassQrCode: nothing,
  SetClassStatuses: stale(classes, 'Class.status', 'Class.version'),
  ExtendClasses: stale(classes, 'Class.endDate', 'Class.version'),
  CopyClass: stale(classes, joining),
  CopyClasses: stale(classes, joining),
  PlanSchoolYearTurn: nothing,
  TurnSchoolYear: stale(classes, joining, children),
  TakeSchoolYearTurnBack: stale(classes, children, 'trash'),
  DeleteClass: removed(classes, 'trash'),
  RestoreClass: stale(classes, 'trash'),
  AddClassStudents: stale(children),
  RenameClassProfile: stale(children, posts),
  DrawClassProfilePictures: stale(children),
  RenewClassProfileCard: stale(children),
  MergeClassProfiles: stale(children, posts, 'trash'),
  AdmitStudents: stale(admitted, posts),
  RemoveStudents: stale(admitted, posts, 'trash'),
  RestoreStudents: stale(admitted, posts, 'trash'),
  StartStudentAlbum: stale('studentAlbums', 'privacyCard'),
  EndStudentAlbum: removed('studentAlbums', 'privacyCard'),
  OpenFamilyAlbum: nothing,
  StartBoardSession: nothing,
  TurnBoardPage: nothing,
  EndBoardSession: nothing,
  EraseProfile: removed(children, posts, 'trash'),

  // Posts.
  SetCommunityPostState: stale(posts),
  ApproveCommunityPosts: stale(posts),
  ResolveCommunityReports: stale(posts),
  HideStudentPosts: stale(posts),
  DeleteStudentPosts: stale(posts, 'trash'),
  DeleteCommunityPost: removed(posts, 'trash'),
  RestoreCommunityPost: stale(posts, 'trash'),
  // The answers are fields of the post.
  ReplyWithStamp: nothing,
  ReplyWithVoice: nothing,
  TakeBackReply: nothing,

  // Textbooks, units and contents. The trash names what its rows were part of.
  CreateTextBook: stale(books),
  UpdateTextBook: stale(books, 'trash'),
  UploadTextBookThumbnail: nothing,
  UploadSchoolLogo: nothing,
  DeleteTextBook: removed(books, 'trash'),
  RestoreTextBook: stale(books, 'trash'),
  UpdateLessonsOrder: stale('textBookUnits', ofBooks),
  CreateLesson: stale(units),
  UpdateLesson: stale(units, 'trash'),
  DeleteLesson: removed(units, contents, 'trash'),
  RestoreLesson: stale(units, contents, 'trash'),
  UpdateContentsOrder: stale('contents', ofBooks),
  CreateContent: stale(contents),
  UpdateContent: stale(contents, 'trash'),
  UploadPageImage: nothing,
  RegenerateContentQrCode: stale(asTaught, printed),
  DeleteContentOfUnit: removed(contents, 'trash'),
  RestoreContentOfUnit: stale(contents, 'trash'),
  CreatePushAndListenItem: stale(items),
  UpdatePushAndListenItem: stale(items),
  UpdatePushAndListenItemsOrder: stale(items),
  DeletePushAndListenItem: removed(items, 'trash'),
  RestorePushAndListenItem: stale(items, 'trash'),
  UploadSound: stale('audioFiles'),
  CheckBrokenLink: stale('brokenLinks'),
  AddEdition: stale(printed),
  SetPrintLock: stale('textBookPrinting'),
  RetargetPrintedCode: stale(printed),

  // Tools.
  CreateApiKey: stale('apiKeys'),
  RevokeApiKey: stale('apiKeys'),
  CreateWebhook: stale('webhooks'),
  UpdateWebhook: stale('webhooks'),
  SetWebhookActive: stale(deliveries),
  // The response holds the new secret and is not cached, so the changed fields are listed here.
  RotateWebhookSecret: stale('webhooks', 'Webhook.oldSecretEndsAt', 'Webhook.version', 'Webhook.updatedAt'),
  DeleteWebhook: removed('webhooks'),
  PingWebhook: stale(deliveries),
  ReplayWebhookDelivery: stale(deliveries),
  ReplayFailedDeliveries: stale(deliveries),
  StartReportExport: nothing,
  RestoreFromTrash: removed('trash', members, classes, children, posts, books, units, contents, items),
} as const satisfies Partial<Record<MutationName, Effect>>;

/** The effect of an update, by the type of the updated row: the effect of each mutation without an entry that responds with such a row. */
export const updateOf: Readonly<Record<string, Effect>> = {
  Class: effects.UpdateClass,
  Content: effects.UpdateContent,
  School: effects.UpdateSchool,
  TextBook: effects.UpdateTextBook,
  Unit: effects.UpdateLesson,
  User: effects.UpdateUser,
  Webhook: effects.UpdateWebhook,
};

const rows: Readonly<Record<string, Effect>> = effects;
const everything = stale([...new Set(Object.values(rows).flatMap((effect) => effect.stale))]);

/** The effect of a mutation, by its name and by the type of the row in its response. Without such a row everything is stale. */
export const effectOf = (mutation: string, rowType = ''): Effect => rows[mutation] ?? updateOf[rowType] ?? everything;
