import { and, eq } from 'drizzle-orm';
import { visibleTo } from '#api/classes/scope.ts';
import { classes } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { notFound } from '#api/http/problems.ts';
import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import * as operations from '#schema/rest/class-profiles.ts';
import { leaveClass, renameProfile } from './change.ts';
import { profileOf, profilePage } from './list.ts';
import { mergeProfiles } from './merge.ts';

/** The students' profiles of a class, for its staff. */
export function classProfileRoutes(services: Services): Route[] {
  const { db } = services;

  const assertVisible = async (caller: StaffCaller, classId: string): Promise<void> => {
    const found = await db
      .select({ id: classes.id })
      .from(classes)
      .where(and(eq(classes.id, classId), visibleTo(caller)));
    if (found.length === 0) throw notFound();
  };

  return [
    route(operations.classProfiles, async ({ caller, params: { id }, query }) => {
      await assertVisible(caller, id);
      return profilePage(db, id, query);
    }),

    route(operations.renameClassProfile, async ({ caller, requestId, params: { id, profileId }, body: values }) => {
      await renameProfile(services, { caller, requestId, classId: id, profileId, values });
      return profileOf(db, id, profileId);
    }),

    route(operations.mergeClassProfiles, async ({ caller, requestId, params: { id }, body }) => {
      await mergeProfiles(services, { caller, requestId, classId: id, ...body });
      return profileOf(db, id, body.intoId);
    }),

    route(operations.removeClassProfile, async ({ caller, requestId, params: { id, profileId } }) =>
      leaveClass(services, { caller, requestId, classId: id, profileId }),
    ),
  ];
}
