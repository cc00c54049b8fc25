import { schoolDay } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Role } from '#schema/access.ts';
import type { AuthInfo, SecondStepDemand } from '#schema/rest/auth.ts';
import type { OpenedSession } from '#api/domains/auth/sessions.ts';
import { hasPasskey } from '#api/domains/passkeys/list.ts';
import { factorOf } from './detail.ts';

/** The second step that the installation's settings demand of a role; null when each person decides. */
export function demandOf({ secondStep: { roles, from }, timeZone }: Uses<'settings'>['settings'], role: Role) {
  if (!roles.includes(role)) return null;
  return { from, due: from === null || schoolDay(timeZone) >= from } satisfies SecondStepDemand;
}

/** A session's answer, with the demand for a second step when the account has none. */
export async function withDemand({ db, settings }: Uses<'db' | 'settings'>, info: OpenedSession): Promise<AuthInfo> {
  const demand = demandOf(settings, info.role);
  const lacks =
    demand !== null && (await factorOf(db, info.userId)) === undefined && !(await hasPasskey(db, info.userId));
  return { ...info, secondStepDemand: lacks ? demand : null };
}
