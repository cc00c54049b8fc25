import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/schools.ts';
import { memberPage, schoolPage } from './list.ts';
import { addMember, removeMember } from './members.ts';

export function schoolRoutes(services: Uses<'db'>): Route[] {
  const { db } = services;
  return [
    route(operations.schools, async ({ caller, query }) => schoolPage(db, caller, query)),

    route(operations.schoolMembers, async ({ caller, params, query }) =>
      memberPage(db, caller, { ...query, schoolId: params.id }),
    ),

    route(operations.addSchoolMember, async ({ caller, requestId, params: { id, userId } }) =>
      addMember(services, { caller, requestId, schoolId: id, userId }),
    ),

    route(operations.removeSchoolMember, async ({ caller, requestId, params: { id, userId } }) =>
      removeMember(services, { caller, requestId, schoolId: id, userId }),
    ),
  ];
}
