import { createOwnPassword } from '#api/auth/own-password.ts';
import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import * as operations from '#schema/rest/users.ts';
import * as atOnce from '#schema/rest/users-at-once.ts';
import { resendInvitation, resetUserPassword } from './account-mails.ts';
import { resendInvitations, setUserStatuses } from './at-once.ts';
import { createUser } from './create.ts';
import { deleteUser } from './delete.ts';
import { userDetailOf } from './details.ts';
import { administratorsToPick, teachersToPick } from './pickers.ts';
import { rolePage } from './roles.ts';
import { setUserStatus } from './status.ts';
import { updateUser } from './update.ts';
import { userPage } from './user-list.ts';

export function userRoutes(services: Services): Route[] {
  const { db } = services;
  const assertOwnPassword = createOwnPassword(services);
  return [
    route(operations.users, async ({ caller, query }) => userPage(services, caller, query)),
    route(operations.createUser, async ({ caller, requestId, body: values }) =>
      userDetailOf(db, caller, await createUser(services, { caller, requestId, values })),
    ),
    route(operations.userById, async ({ caller, params }) => userDetailOf(db, caller, params.Id)),
    route(operations.updateUser, async ({ caller, requestId, params: { Id: id }, body: values }) => {
      await updateUser(services, { caller, requestId, id, values, assertOwnPassword });
      return userDetailOf(db, caller, id);
    }),
    route(operations.deleteUser, async ({ caller, requestId, params: { Id: id } }) =>
      deleteUser(services, { caller, requestId, id }),
    ),
    route(operations.grantableRoles, async ({ caller, query }) => rolePage(caller, query)),
    route(operations.resendInvitation, async ({ caller, requestId, params: { id } }) => {
      await resendInvitation(services, { caller, requestId, id });
      return userDetailOf(db, caller, id);
    }),
    route(operations.resetUserPassword, async ({ caller, requestId, params: { id } }) =>
      resetUserPassword(services, { caller, requestId, id }),
    ),
    route(operations.setUserStatus, async ({ caller, requestId, params: { id }, body: { status } }) => {
      await setUserStatus(services, { caller, requestId, id, status });
      return userDetailOf(db, caller, id);
    }),
    route(atOnce.setUserStatuses, async (call) => setUserStatuses(services, call)),
    route(atOnce.resendInvitations, async (call) => resendInvitations(services, call)),
    route(operations.allTeachers, async ({ caller, query }) => teachersToPick(db, caller, query)),
    route(operations.allSchoolAdministrators, async ({ caller, query }) =>
      administratorsToPick(db, caller, query.query),
    ),
  ];
}
