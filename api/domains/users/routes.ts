import { createOwnPasswordCheck } from '#api/domains/auth/passwords.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import { reaches, roleAllowed, rolePermissions, roles, staffAreaNames, staffAreas } from '#schema/access.ts';
import type { QueryOf, ResponseIn } from '#schema/rest/operation.ts';
import { grantableRoles } from '#schema/rest/roles.ts';
import { upsertUsers as upsertOperation } from '#schema/rest/upserts.ts';
import * as atOnce from '#schema/rest/users-at-once.ts';
import * as operations from '#schema/rest/users.ts';
import * as pickers from '#schema/rest/user-pickers.ts';
import * as accounts from '#schema/rest/user-accounts.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { userFields } from '#schema/rules/users.ts';
import { resendInvitation, resetUserPassword } from './account.ts';
import { resendInvitations, setUserStatuses } from './bulk.ts';
import { deleteUser } from './delete.ts';
import { userDetailOf } from './detail.ts';
import { changedUsers, userPage, usersById } from './list.ts';
import { administratorOptions, teacherOptions } from './pickers.ts';
import { setUserStatus } from './status.ts';
import { upsertUsers } from './upsert.ts';
import { createUser, updateUser } from './write.ts';

export function userRoutes(services: Uses<'db' | 'pool' | 'settings' | 'secrets' | 'jobs'>): Route[] {
  const { db } = services;
  const assertOwnPassword = createOwnPasswordCheck(services);
  return [
    route(operations.users, async ({ caller, query }) => userPage(services, caller, query)),
    route(operations.userChanges, async ({ caller, query }) => changedUsers(services, caller, query)),
    route(operations.usersById, async ({ caller, query }) => usersById(services, caller, query.Ids)),
    route(operations.createUser, async ({ caller, requestId, body: values }) =>
      userDetailOf(db, caller, await createUser(services, { caller, requestId, values })),
    ),
    route(operations.userById, async ({ caller, params }) => userDetailOf(db, caller, params.Id)),
    route(
      operations.updateUser,
      async ({ caller, requestId, params: { Id: id }, body: values }) => {
        await updateUser(services, { caller, requestId, id, values, assertOwnPassword });
        return userDetailOf(db, caller, id);
      },
      // The kind of phone follows the number, which may be new.
      async ({ caller, params }) => {
        const stored = await userDetailOf(db, caller, params.Id);
        const { phoneNumber, language, externalId, username } = stored;
        return { ...pick(stored, userFields), phoneNumber, language, externalId, username };
      },
    ),
    route(operations.deleteUser, async ({ caller, requestId, params: { Id: id } }) =>
      deleteUser(services, { caller, requestId, id }),
    ),
    route(grantableRoles, async ({ caller, query }) => rolePage(caller, query)),
    route(accounts.resendInvitation, async ({ caller, requestId, params: { id } }) => {
      await resendInvitation(services, { caller, requestId, id });
      return userDetailOf(db, caller, id);
    }),
    route(accounts.resetUserPassword, async ({ caller, requestId, params: { id } }) =>
      resetUserPassword(services, { caller, requestId, id }),
    ),
    route(accounts.setUserStatus, async ({ caller, requestId, params: { id }, body: { status } }) => {
      await setUserStatus(services, { caller, requestId, id, status });
      return userDetailOf(db, caller, id);
    }),
    route(atOnce.setUserStatuses, async (call) => setUserStatuses(services, call)),
    route(atOnce.resendInvitations, async (call) => resendInvitations(services, call)),
    route(upsertOperation, async ({ caller, requestId, body: { rows } }) =>
      upsertUsers(services, { caller, requestId, assertOwnPassword }, rows),
    ),
    route(pickers.allTeachers, async ({ caller, query }) => teacherOptions(db, caller, query)),
    route(pickers.allSchoolAdministrators, async ({ caller, query }) => administratorOptions(db, caller, query.query)),
  ];
}

/** A page of the roles that a caller may grant, with the permissions of each. */
function rolePage(caller: StaffCaller, query: QueryOf<typeof grantableRoles>): ResponseIn<typeof grantableRoles> {
  const { PageNumber: pageNumber, PageSize: pageSize } = query;
  const granted = roles.filter((role) => reaches(caller.kind, role));
  const items = granted.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map((role) => ({
    role,
    permissions: [...rolePermissions[role]],
    areas: staffAreaNames.filter((area) => roleAllowed(role, staffAreas[area])),
  }));
  return { items, pageNumber, pageSize, totalCount: granted.length, totalIsExact: true };
}
