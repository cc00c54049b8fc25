/** The URLs that students' pages link to, as patterns for the route map and as builders for links. */
export const patterns = {
  root: '/',
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

export type Query = Readonly<Record<string, string | undefined>>;

/** Appends the defined values as a query. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

export const paths = {
  ...patterns,
  profiles: (query: { readonly class?: string } = {}) => withQuery(patterns.profiles, query),
  studentClass: (classHashCode: string) => `/student/class/${classHashCode}`,
  /** `class` or `book` is the target of Back: a class, or a book without a class. `preview` marks a staff preview. */
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
