import { redirect, type MiddlewareFunction } from 'react-router-dom';
import { roleAllowed, type Role, type StaffArea, type StaffTool } from '#schema/access.ts';
import { paths } from '#web/paths.ts';
import { loginInfo } from '#web/staff/auth/login-info.ts';
import { session } from '#web/staff/auth/staff-session.ts';
import { firstScreen, rolesOf } from './navigation.tsx';

/** Middleware, not a loader: loaders of the screens run beside a parent's loader, and must not start at all. */
export const requireSession: MiddlewareFunction = async ({ request }) => {
  if (await session.ensure()) return;
  const { pathname, search } = new URL(request.url);
  throw redirect(paths.login({ to: `${pathname}${search}` }));
};

/** Where the gate sends a role that may not enter; undefined lets it in. An empty list lets everyone in. */
export function turnedAwayTo(role: Role, allowed: readonly Role[]): string | undefined {
  return roleAllowed(role, allowed) ? undefined : firstScreen(role);
}

/** The gate of one staff area, by the roles of section 2, or of a tool, by those of its operations. */
export const gateOf =
  (area: StaffArea | StaffTool): MiddlewareFunction =>
  () => {
    const held = loginInfo();
    const elsewhere = held === null ? paths.login() : turnedAwayTo(held.role, rolesOf[area]);
    if (elsewhere !== undefined) throw redirect(elsewhere);
  };
