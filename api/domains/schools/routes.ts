import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import { classLogo, schoolSettingsById, updateSchoolSettings } from '#schema/rest/school-settings.ts';
import * as operations from '#schema/rest/schools.ts';
import { schoolDetailOf } from './detail.ts';
import { memberPage, schoolPage, schoolsById } from './list.ts';
import { logoOfClass } from './logo.ts';
import { addMember, moveMember, removeMember } from './members.ts';
import { mergeSchools } from './merge.ts';
import { settingsOf, updateSettings } from './settings.ts';
import { createSchool, updateSchool } from './write.ts';

export function schoolRoutes(services: Uses<'db' | 'settings' | 'links' | 'storage'>): Route[] {
  const { db } = services;
  return [
    route(operations.schools, async ({ caller, query }) => schoolPage(db, caller, query)),

    route(operations.schoolsById, async ({ caller, query }) => schoolsById(db, caller, query.Ids)),

    route(operations.schoolById, async ({ caller, params }) => schoolDetailOf(db, caller, params.id)),

    route(operations.createSchool, async ({ caller, requestId, body: values }) =>
      schoolDetailOf(db, caller, await createSchool(services, { caller, requestId, values })),
    ),

    route(operations.updateSchool, async ({ caller, requestId, params: { id }, body: values }) => {
      await updateSchool(services, { caller, requestId, id, values });
      return schoolDetailOf(db, caller, id);
    }),

    route(schoolSettingsById, async ({ caller, params }) => settingsOf(services, caller, params.id)),

    route(
      updateSchoolSettings,
      async ({ caller, requestId, params: { id }, body: values }) => {
        await updateSettings(services, { caller, requestId, id, values });
        return settingsOf(services, caller, id);
      },
      async ({ caller, params }) => {
        const { logoId, familyAlbums } = await settingsOf(services, caller, params.id);
        return { logoId, familyAlbums };
      },
    ),

    route(classLogo, async ({ caller, params }) => ({ logo: await logoOfClass(services, caller, params.id) })),

    route(operations.mergeSchools, async ({ caller, requestId, params: { id }, body: { fromId } }) => {
      await mergeSchools(services, { caller, requestId, intoId: id, fromId });
      return schoolDetailOf(db, caller, id);
    }),

    route(operations.schoolMembers, async ({ caller, params, query }) =>
      memberPage(db, caller, { ...query, schoolId: params.id }),
    ),

    route(operations.addSchoolMember, async ({ caller, requestId, params: { id, userId } }) =>
      addMember(services, { caller, requestId, schoolId: id, userId }),
    ),

    route(operations.removeSchoolMember, async ({ caller, requestId, params: { id, userId } }) =>
      removeMember(services, { caller, requestId, schoolId: id, userId }),
    ),

    route(operations.moveSchoolMember, async ({ caller, requestId, params: { id, userId }, body: { toSchoolId } }) =>
      moveMember(services, { caller, requestId, schoolId: id, userId, toSchoolId }),
    ),
  ];
}
