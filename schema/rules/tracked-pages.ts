/** The students' pages whose views are counted: each path pattern with the name of its page. */
const trackedPages = {
  '/student/class/:classHashCode': 'Class',
  '/student/unit-list': 'Unit list',
  '/student/unit-detail': 'Unit detail',
  '/student/content/:contentHashCode': 'Content',
  '/student/game-list': 'Game list',
  '/student/community/list': 'Community',
  '/student/community/preview': 'Community preview',
  '/student/community/upload': 'Community upload',
  '/student/class-completed': 'Class completed',
} as const;

export type TrackedPageName = (typeof trackedPages)[keyof typeof trackedPages];

export interface TrackedPage {
  /** Without the codes that were in the path: `/student/content/:contentHashCode`. */
  readonly path: string;
  readonly name: string;
}

const patterns = Object.entries(trackedPages).map(([path, name]) => ({ page: { path, name }, parts: path.split('/') }));

/** The page that a path leads to; undefined when views of it are not counted. No zod: a child's page loads this. */
export function trackedPageOf(pathname: string): TrackedPage | undefined {
  const parts = pathname.replace(/\/+$/, '').split('/');
  const fits = (pattern: string, at: number) =>
    pattern.startsWith(':') ? parts[at] !== '' : parts[at]?.toLowerCase() === pattern;
  return patterns.find((one) => one.parts.length === parts.length && one.parts.every(fits))?.page;
}
