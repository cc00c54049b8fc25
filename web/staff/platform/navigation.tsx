import {
  Book,
  Chart,
  Endorsed,
  Feed,
  History,
  Key,
  Learning,
  Office,
  People,
  Person,
  Pulse,
  Shield,
  Trash,
} from '@blueprintjs/icons';
import type { ReactElement } from 'react';
import { roleAllowed, staffAreas, staffTools, type Role, type StaffArea, type StaffTool } from '#schema/access.ts';
import { paths } from '#web/paths.ts';
import { urlOf } from '#schema/rules/url-of.ts';

export interface NavigationEntry<Area extends StaffArea | StaffTool = StaffArea | StaffTool> {
  /** The key of the title in the `shell` words and of the roles in `rolesOf`. */
  readonly area: Area;
  /** A title that replaces the area's own. */
  readonly title?: 'schoolSettings';
  readonly path: string;
  /** The path prefixes of the area's other screens, for an area whose paths in the spec differ from `path`. */
  readonly below?: readonly string[];
  readonly icon: ReactElement;
}

/** The side navigation, in the order of section 2. A new area's screen is one line here. */
export const navigation: readonly NavigationEntry<StaffArea>[] = [
  { area: 'users', path: paths.users, icon: <People size={18} /> },
  { area: 'classes', path: paths.classes, icon: <Learning size={18} /> },
  { area: 'textbooks', path: paths.textbooks, below: ['/text-books', '/units', '/contents'], icon: <Book size={18} /> },
  { area: 'reports', path: paths.reports(), icon: <Chart size={18} /> },
];

/** The tools, in a separate group below the areas. */
export const toolNavigation: readonly NavigationEntry<StaffTool>[] = [
  { area: 'schools', path: paths.schools, icon: <Office size={18} /> },
  { area: 'communityQueue', path: paths.communityQueue, icon: <Endorsed size={18} /> },
  { area: 'trash', path: paths.trash, icon: <Trash size={18} /> },
  { area: 'audit', path: paths.audit, icon: <History size={18} /> },
  { area: 'privacy', path: paths.privacy, icon: <Shield size={18} /> },
  { area: 'apiKeys', path: paths.apiKeys, icon: <Key size={18} /> },
  { area: 'webhooks', path: paths.webhooks, icon: <Feed size={18} /> },
  { area: 'system', path: paths.system, icon: <Pulse size={18} /> },
  { area: 'ownAccount', path: paths.account, icon: <Person size={18} /> },
];

/** The roles that may enter an area or a tool. */
export const rolesOf: Record<StaffArea | StaffTool, readonly Role[]> = { ...staffAreas, ...staffTools };

export function visibleTo<Entry extends NavigationEntry>(role: Role, entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ area }) => roleAllowed(role, rolesOf[area]));
}

/** The path of the role's first item in section 2; the sign-in page for a role without items. */
export function firstScreen(role: Role): string {
  return visibleTo(role, navigation)[0]?.path ?? paths.login();
}

/** The current item by path match: the area itself and everything below it. */
export function isCurrent(
  { path, below = [path] }: Pick<NavigationEntry, 'path' | 'below'>,
  pathname: string,
): boolean {
  return pathname === path || below.some((start) => pathname.startsWith(`${start}/`));
}

/** The page asked for before sign-in, from `?to=`: a path of this very origin, or nothing. */
export function wantedPath(search: URLSearchParams, origin: string): string | undefined {
  const to = search.get('to');
  // `//host` and `/\host` look like paths and are not.
  if (to === null || !/^\/(?![/\\])/.test(to)) return undefined;
  const url = urlOf(to, origin);
  if (url?.origin !== origin || url.pathname === '/login') return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
