import { Book, Chart, Learning, People } from '@blueprintjs/icons';
import type { ReactElement } from 'react';
import { roleAllowed, staffAreas, type Role, type StaffArea } from '#schema/access.ts';
import { paths } from '#web/paths.ts';

export interface NavigationEntry {
  /** Its title is the word of this name in `shell`; its roles are those of `staffAreas`. */
  readonly area: StaffArea;
  readonly path: string;
  readonly icon: ReactElement;
}

/** The side navigation, in the order of section 2. A new area's screen is one line here. */
export const navigation: readonly NavigationEntry[] = [
  { area: 'users', path: paths.users, icon: <People size={18} /> },
  { area: 'classes', path: paths.classes, icon: <Learning size={18} /> },
  { area: 'textbooks', path: paths.textbooks, icon: <Book size={18} /> },
  { area: 'reports', path: paths.reports(), icon: <Chart size={18} /> },
];

export function visibleTo(role: Role): readonly NavigationEntry[] {
  return navigation.filter(({ area }) => roleAllowed(role, staffAreas[area]));
}

/** Where a role lands: its first navigation item, or the login without one. */
export function firstScreen(role: Role): string {
  return visibleTo(role)[0]?.path ?? paths.login();
}

/** The current item by path match: the area itself and everything below it. */
export function isCurrent(entry: Pick<NavigationEntry, 'path'>, pathname: string): boolean {
  return pathname === entry.path || pathname.startsWith(`${entry.path}/`);
}
