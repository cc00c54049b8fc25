/** Every URL of the web app, as patterns for the route map and as builders for links. */
export const patterns = {
  root: '/',
  login: '/login',
  users: '/users',
  classes: '/classes',
  newClass: '/classes/add',
  classDetail: '/classes/:id',
  textbooks: '/textbooks',
  reports: '/reports',
  student: '/student',
  profiles: '/student/profiles',
  classCompleted: '/student/class-completed',
  studentClass: '/student/class/:classHashCode',
  studentContent: '/student/content/:contentHashCode',
  unitList: '/student/unit-list',
  unitDetail: '/student/unit-detail',
  communityList: '/student/community/list',
  communityPreview: '/student/community/preview',
  gameList: '/student/game-list',
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
  classDetail: (id: string) => `/classes/${id}`,
  reports: (query: { readonly tab?: string; readonly from?: string; readonly to?: string } = {}) =>
    withQuery(patterns.reports, query),
  profiles: (query: { readonly class?: string } = {}) => withQuery(patterns.profiles, query),
  studentClass: (classHashCode: string) => `/student/class/${classHashCode}`,
  /** `class` keeps the way back to the class a child came from; `book` to a book opened without one. */
  studentContent: (contentHashCode: string, query: { readonly class?: string; readonly book?: string } = {}) =>
    withQuery(`/student/content/${contentHashCode}`, query),
  unitList: (query: { readonly class?: string; readonly book?: string }) => withQuery(patterns.unitList, query),
  communityList: (query: { readonly class: string }) => withQuery(patterns.communityList, query),
  unitDetail: (query: { readonly unit: string; readonly class?: string; readonly book?: string }) =>
    withQuery(patterns.unitDetail, query),
};
