/** Every URL of the web app, as patterns for the route map and as builders for links. */
export const patterns = {
  root: '/',
  login: '/login',
  providerLogin: '/login/provider',
  forgotPassword: '/forgot-password',
  setPassword: '/set-password',
  acceptInvitation: '/set-password-via-invite',
  confirmEmail: '/confirm-email',
  firstRun: '/first-run',
  users: '/users',
  newUser: '/users/new',
  userImport: '/users/import',
  rosters: '/users/roster',
  userDetail: '/users/:id',
  classes: '/classes',
  newClass: '/classes/add',
  nextYear: '/classes/next-year',
  classDetail: '/classes/:id',
  classStudents: '/classes/:id/students',
  addStudents: '/classes/:id/students/add',
  classStudent: '/classes/:id/students/:profileId',
  classWall: '/classes/:id/community',
  classNameCards: '/classes/:id/name-cards',
  classActivity: '/classes/:id/activity',
  classPresent: '/classes/:id/present',
  textbooks: '/textbooks',
  newTextbook: '/text-books/new',
  brokenLinks: '/text-books/broken-links',
  textbookDetail: '/text-books/:id',
  textbookMap: '/text-books/:id/map',
  printedCodes: '/text-books/:id/printed-codes',
  newLesson: '/text-books/:textBookId/units/new',
  lessonDetail: '/units/:unitId',
  newContent: '/units/:unitId/contents/new',
  contentDetail: '/contents/:contentId',
  pushAndListen: '/contents/:contentId/push-and-listen',
  reports: '/reports',
  communityQueue: '/community-queue',
  schools: '/schools',
  newSchool: '/schools/new',
  schoolDetail: '/schools/:id',
  schoolSettings: '/schools/:id/settings',
  trash: '/trash',
  audit: '/audit',
  privacy: '/privacy',
  privacyProfile: '/privacy/:id',
  apiKeys: '/api-keys',
  newApiKey: '/api-keys/new',
  webhooks: '/webhooks',
  newWebhook: '/webhooks/new',
  webhookDetail: '/webhooks/:id',
  system: '/system',
  account: '/account',
  student: '/student',
  profiles: '/student/profiles',
  classCompleted: '/student/class-completed',
  studentClass: '/student/class/:classHashCode',
  studentContent: '/student/content/:contentHashCode',
  unitList: '/student/unit-list',
  unitDetail: '/student/unit-detail',
  communityList: '/student/community/list',
  communityPreview: '/student/community/preview',
  communityUpload: '/student/community/upload',
  gameList: '/student/game-list',
  check: '/student/check',
  studentCard: '/student/card',
} as const;

type Query = Readonly<Record<string, string | undefined>>;

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

export const paths = {
  ...patterns,
  /** `to` is the page asked for before signing in. */
  login: (query: { readonly to?: string } = {}) => withQuery(patterns.login, query),
  forgotPassword: () => patterns.forgotPassword,
  userDetail: (id: string) => `/users/${id}`,
  /** `step` is one of the steps of the turn. */
  nextYear: (query: { readonly step?: string } = {}) => withQuery(patterns.nextYear, query),
  classDetail: (id: string) => `/classes/${id}`,
  classStudents: (id: string) => `/classes/${id}/students`,
  addStudents: (id: string) => `/classes/${id}/students/add`,
  classStudent: (id: string, profileId: string) => `/classes/${id}/students/${profileId}`,
  classWall: (id: string) => `/classes/${id}/community`,
  /** `only` are the ids of the students whose cards are printed; without them, all. */
  classNameCards: (id: string, only?: readonly string[]) =>
    withQuery(`/classes/${id}/name-cards`, { only: only?.join(',') }),
  classActivity: (id: string) => `/classes/${id}/activity`,
  /** `content` is the hash code of the page to show; `unit` the id of a unit, whose first page is shown. */
  classPresent: (id: string, query: { readonly content?: string; readonly unit?: string } = {}) =>
    withQuery(`/classes/${id}/present`, query),
  /** `textbook` is the id of the only textbook whose links are listed. */
  brokenLinks: (query: { readonly textbook?: string } = {}) => withQuery(patterns.brokenLinks, query),
  textbookDetail: (id: string) => `/text-books/${id}`,
  textbookMap: (id: string) => `/text-books/${id}/map`,
  printedCodes: (id: string) => `/text-books/${id}/printed-codes`,
  newLesson: (textBookId: string) => `/text-books/${textBookId}/units/new`,
  lessonDetail: (id: string) => `/units/${id}`,
  newContent: (lessonId: string) => `/units/${lessonId}/contents/new`,
  contentDetail: (id: string) => `/contents/${id}`,
  pushAndListen: (contentId: string) => `/contents/${contentId}/push-and-listen`,
  /** `tab`, `from`, `to` and the filters of the screen. */
  reports: (query: Query = {}) => withQuery(patterns.reports, query),
  schoolDetail: (id: string) => `/schools/${id}`,
  schoolSettings: (id: string) => `/schools/${id}/settings`,
  webhookDetail: (id: string) => `/webhooks/${id}`,
  privacyProfile: (id: string) => `/privacy/${id}`,
  profiles: (query: { readonly class?: string } = {}) => withQuery(patterns.profiles, query),
  studentClass: (classHashCode: string) => `/student/class/${classHashCode}`,
  /** `class` keeps the way back to the class a child came from; `book` to a book opened without one; `preview` is staff's. */
  studentContent: (
    contentHashCode: string,
    query: { readonly class?: string; readonly book?: string; readonly preview?: string } = {},
  ) => withQuery(`/student/content/${contentHashCode}`, query),
  /** `printed` marks the link of a printed QR code, whose use is counted. */
  unitList: (query: { readonly class?: string; readonly book?: string; readonly printed?: string }) =>
    withQuery(patterns.unitList, query),
  communityList: (query: { readonly class?: string }) => withQuery(patterns.communityList, query),
  gameList: (query: { readonly class: string }) => withQuery(patterns.gameList, query),
  communityPreview: (query: { readonly class: string; readonly post: string }) =>
    withQuery(patterns.communityPreview, query),
  communityUpload: (query: { readonly class: string }) => withQuery(patterns.communityUpload, query),
  unitDetail: (query: {
    readonly unit: string;
    readonly class?: string;
    readonly book?: string;
    readonly printed?: string;
  }) => withQuery(patterns.unitDetail, query),
};
