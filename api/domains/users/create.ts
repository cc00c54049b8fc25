import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { Uses } from '#api/ground/services.ts';
import type { UserValues } from '#schema/rules/users.ts';
import { assertMayGrant } from './rights.ts';
import { insertUser, withUniqueEmail } from './write.ts';

interface Creation {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly values: UserValues;
}

/** Creates and invites a member of staff. Resolves to the id. Of simultaneous calls with the same e-mail, one succeeds. */
export async function createUser(
  services: Uses<'db' | 'settings' | 'secrets' | 'jobs'>,
  creation: Creation,
): Promise<string> {
  assertMayGrant(creation.caller, creation.values.role);
  return withUniqueEmail(() => services.db.transaction((tx) => insertUser(services, tx, creation)));
}
