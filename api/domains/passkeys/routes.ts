import { createOwnPasswordCheck } from '#api/domains/auth/passwords.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/passkeys.ts';
import { passkeysOf } from './list.ts';
import { addOwnPasskey, assertOwnPasskey, beginAdding, removeOwnPasskey, renameOwnPasskey } from './write.ts';

/** The operations on one's own passkeys. The sign-in itself is in `auth`. */
export function passkeyRoutes(services: Uses<'db' | 'pool' | 'settings' | 'secrets' | 'jobs'>): Route[] {
  const assertOwnPassword = createOwnPasswordCheck(services);

  return [
    route(operations.myPasskeys, async ({ caller }) => passkeysOf(services.db, caller.userId)),

    route(operations.beginPasskey, async ({ caller, body }) => {
      await assertOwnPassword(caller.userId, body.password);
      return beginAdding(services, caller);
    }),

    route(operations.addPasskey, async ({ caller, requestId, body, ...origin }) =>
      addOwnPasskey(services, { caller, requestId, origin, body }),
    ),

    route(operations.renamePasskey, async ({ caller, requestId, params: { id }, body: { name } }) =>
      renameOwnPasskey(services, { caller, requestId, id, name }),
    ),

    route(operations.removePasskey, async ({ caller, requestId, params: { id }, body: { password } }) => {
      await assertOwnPasskey(services.db, caller.userId, id);
      await assertOwnPassword(caller.userId, password);
      await removeOwnPasskey(services, { caller, requestId, id });
    }),
  ];
}
