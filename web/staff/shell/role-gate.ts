import { redirect, type MiddlewareFunction } from 'react-router-dom';
import { roleAllowed, type Role, type StaffArea, type StaffTool } from '#schema/access.ts';
import { paths } from '#web/paths.ts';
import { loginInfo } from '#web/staff/platform/session/login-info.ts';
import { session } from '#web/staff/platform/apollo/staff-session.ts';
import { firstScreen, rolesOf } from '#web/staff/platform/navigation.tsx';

/** Middleware, not a loader: the screens' loaders run in parallel with a parent's loader, so a loader is too late. */
export const requireSession: MiddlewareFunction = async ({ request }) => {
  if (await session.ensure()) return;
  const { pathname, search } = new URL(request.url);
  throw redirect(paths.login({ to: `${pathname}${search}` }));
};

/** The path to which a role without access is sent; undefined for a role with access. An empty list allows every role. */
export function turnedAwayTo(role: Role, allowed: readonly Role[]): string | undefined {
  return roleAllowed(role, allowed) ? undefined : firstScreen(role);
}

/** Lets in the roles of a staff area (section 2), or those of a tool's operations. */
export const gateOf =
  (area: StaffArea | StaffTool): MiddlewareFunction =>
  () => {
    const login = loginInfo();
    const elsewhere = login === null ? paths.login() : turnedAwayTo(login.role, rolesOf[area]);
    if (elsewhere !== undefined) throw redirect(elsewhere);
  };
