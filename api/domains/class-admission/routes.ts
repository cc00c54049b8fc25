import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/class-admission.ts';
import { removedPage } from './list.ts';
import { admit, removeProfiles, restoreProfiles } from './write.ts';

/** The admission of waiting children to a class, and the removal and restoring of its children. */
export function classAdmissionRoutes(services: Uses<'db' | 'settings'>): Route[] {
  return [
    route(operations.admitClassProfiles, async ({ caller, requestId, params: { id }, body: { profileIds } }) =>
      admit(services, { caller, requestId, classId: id, profileIds }),
    ),

    route(operations.removeClassProfiles, async ({ caller, requestId, params: { id }, body }) => ({
      profileIds: await removeProfiles(services, { caller, requestId, classId: id, ...body }),
    })),

    route(operations.removedClassProfiles, async ({ caller, params: { id }, query }) =>
      removedPage(services, { caller, classId: id, query }),
    ),

    route(operations.restoreClassProfiles, async ({ caller, requestId, params: { id }, body: { profileIds } }) =>
      restoreProfiles(services, { caller, requestId, classId: id, profileIds }),
    ),
  ];
}
