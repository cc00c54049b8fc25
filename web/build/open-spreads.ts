/**
 * The unmasked fragment spreads, by the operation or fragment that contains them. Every other spread is masked. This
 * list may only shrink (tests/house/masked-fragments.test.ts).
 */
export const openSpreads: Readonly<Record<string, readonly string[]>> = {
  // The readers of these fragments show the inner rows beside the other fields.
  PrintedCodeRow: ['PrintedThingFacts'],
  PrintingFacts: ['CodeChangesFacts'],
  // A detail extends its row: form and header read both together, and `stale-lists.ts` names fields of both.
  ClassCopyPlan: ['ClassRow'],
  ClassDetail: ['ClassRow'],
  ContentDetail: ['ContentItem'],
  LessonDetail: ['LessonRow'],
  SchoolDetail: ['SchoolRow'],
  TextBookDetail: ['TextBookRow'],
  UserDetail: ['UserRow'],
  WebhookDetail: ['WebhookRow'],
  RepliedPost: ['PostReply'],
  UnitOfMap: ['MapTile'],
  // `unmask` does nothing at run time, and the students' first chunk has no room for the calls. The device stores these
  // answers whole.
  BookPage: ['UnitCard'],
  ClassPage: ['ClassOfChild', 'UnitCard'],
  ClassRoster: ['ClassOfChild'],
  CodeRedirect: ['OpenedByCode'],
  CommunityWall: ['ClassOfChild'],
  GamePage: ['ClassOfChild', 'ContentTile'],
  RecordProgress: ['ProgressOfChild'],
  StudentProgress: ['ProgressOfChild'],
  TakeCard: ['ClassOfChild'],
  TypedCode: ['OpenedByCode'],
  UnitPage: ['ContentTile'],
  // The hook or button that polls or sends these operations reads the answer itself.
  CopyClass: ['ClassCopyPlan'],
  CopyClasses: ['ClassCopyPlan'],
  ImportUsers: ['UserImportProgress'],
  SetCommunityPostState: ['QueuedPost'],
  UserImport: ['UserImportProgress'],
  // The readers of these lists count, sort, sum up or filter the rows.
  ClassActivity: ['ActivityDayLine', 'UsedContentLine'],
  ClassProfiles: ['ClassProfileRow'],
  CommunityQueue: ['QueuedPost'],
  MyPasskeys: ['OwnPasskey'],
  PushAndListenItems: ['ItemsVersion', 'SoundItem'],
  SchoolMembers: ['SchoolMemberRow'],
  SignInProviders: ['ProviderDetail'],
  TextBookMap: ['UnitOfMap'],
  UsageByDay: ['UsageDayLine'],
  UsageReport: ['Totals', 'UsageLine'],
  UserIds: ['UserStanding'],
  UserSurroundings: ['ActivityLine'],
  VisitorReport: ['Totals', 'VisitorLine'],
  // Several screens read single fields of these rows, for pickers and for reordering.
  CodeTargets: ['PrintedCodeRow'],
  FoundContents: ['ContentItem'],
  FoundUnits: ['LessonRow'],
  Lesson: ['ContentItem'],
  PrintedCodes: ['PrintedCodeRow'],
  PrintedCodesBrokenBy: ['PrintedCodeRow'],
  TextBookTree: ['LessonRow'],
  UnitContents: ['ContentItem'],
};
