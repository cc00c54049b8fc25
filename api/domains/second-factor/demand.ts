import { schoolDay } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Role } from '#schema/access.ts';
import type { SecondStepDemand } from '#schema/rest/auth-info.ts';
import { hasPasskey } from '#api/domains/passkeys/list.ts';
import { factorOf } from './detail.ts';

interface Account {
  readonly userId: string;
  readonly role: Role;
}

/** The second step that the installation's settings demand of a role; null when each person decides. */
export function demandOf({ secondStep: { roles, from }, timeZone }: Uses<'settings'>['settings'], role: Role) {
  if (!roles.includes(role)) return null;
  return { from, due: from === null || schoolDay(timeZone) >= from } satisfies SecondStepDemand;
}

/** The second step that an account lacks; null when it has one or needs none. */
export async function unmetDemand({ db, settings }: Uses<'db' | 'settings'>, account: Account) {
  const demand = demandOf(settings, account.role);
  const lacks =
    demand !== null && (await factorOf(db, account.userId)) === undefined && !(await hasPasskey(db, account.userId));
  return lacks ? demand : null;
}
