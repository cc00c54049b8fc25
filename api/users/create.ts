import type { StaffCaller } from '#api/http/caller.ts';
import type { Services } from '#api/services.ts';
import type { UserValues } from '#schema/rules/users.ts';
import { assertMayGrant } from './rights.ts';
import { insertUser, withFreeEmail } from './write.ts';

interface Creation {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly values: UserValues;
}

/** Creates and invites a member of staff and tells their id. Of many who send one e-mail at once, one succeeds. */
export async function createUser(services: Services, creation: Creation): Promise<string> {
  assertMayGrant(creation.caller, creation.values.role);
  return withFreeEmail(() => services.db.transaction((tx) => insertUser(services, tx, creation)));
}
