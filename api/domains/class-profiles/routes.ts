import { assertSeesClass } from '#api/domains/classes/sees-class.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/class-profiles.ts';
import { classStudentContents } from '#schema/rest/student-contents.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { profileFields } from '#schema/rules/profiles.ts';
import { addStudents } from './add.ts';
import { contentsOf } from './contents.ts';
import { finishedBy } from './detail.ts';
import { profileOf, profilePage, profilesOf, seenProfile } from './list.ts';
import { mergeProfiles } from './merge.ts';
import { drawPictures, removeFromClass, renameProfile, renewCard } from './write.ts';

/** The students' profiles of a class, for its staff. */
export function classProfileRoutes(services: Uses<'db' | 'settings' | 'links'>): Route[] {
  const { db } = services;

  return [
    route(operations.classProfiles, async ({ caller, params: { id }, query }) => {
      await assertSeesClass(db, caller, id);
      return profilePage(services, id, query);
    }),

    route(operations.addClassStudents, async ({ caller, requestId, params: { id }, body }) => {
      await assertSeesClass(db, caller, id);
      return profilesOf(services, id, await addStudents(services, { caller, requestId, classId: id, ...body }));
    }),

    route(operations.classStudent, async ({ caller, params: { id, profileId } }) => {
      const profile = await seenProfile(services, caller, { classId: id, profileId });
      return { profile, finished: await finishedBy(db, id, profileId) };
    }),

    route(classStudentContents, async ({ caller, params: { id, profileId } }) =>
      contentsOf(services, caller, { classId: id, profileId }),
    ),

    route(
      operations.renameClassProfile,
      async ({ caller, requestId, params: { id, profileId }, body: values }) => {
        await renameProfile(services, { caller, requestId, classId: id, profileId, values });
        return profileOf(services, id, profileId);
      },
      async ({ caller, params: { id, profileId } }) => {
        await assertSeesClass(db, caller, id);
        return pick(await profileOf(services, id, profileId), profileFields);
      },
    ),

    route(operations.drawClassProfilePictures, async ({ caller, requestId, params: { id, profileId } }) => {
      await drawPictures(services, { caller, requestId, classId: id, profileId });
      return profileOf(services, id, profileId);
    }),

    route(operations.renewClassProfileCard, async ({ caller, requestId, params: { id, profileId } }) => {
      await renewCard(services, { caller, requestId, classId: id, profileId });
      return profileOf(services, id, profileId);
    }),

    route(operations.mergeClassProfiles, async ({ caller, requestId, params: { id }, body }) => {
      await mergeProfiles(services, { caller, requestId, classId: id, ...body });
      return profileOf(services, id, body.intoId);
    }),

    route(operations.removeClassProfile, async ({ caller, requestId, params: { id, profileId } }) =>
      removeFromClass(services, { caller, requestId, classId: id, profileId }),
    ),
  ];
}
