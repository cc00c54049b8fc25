import { contentBriefsOfClass } from '#api/domains/contents/briefs.ts';
import { findLesson, lessonBriefs } from '#api/domains/lessons/briefs.ts';
import { bookNotFound } from '#api/ground/http/problems.ts';
import { route, type Route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import {
  contentDetails,
  studentClassByCode,
  studentClassStatus,
  studentContentByCode,
  studentContents,
  studentLessonName,
  studentLessons,
  studentPushAndListen,
  studentTextBookByCode,
  textBookHashCode,
} from '#schema/rest/students.ts';
import { classesOfProfile, findClass, findClassStatus } from './classes.ts';
import { findContent, findContentType, findPushAndListen } from './contents.ts';
import { createLookUps } from './look-ups.ts';
import { profileRoutes } from './profile-routes.ts';
import { findTextBook, findTextBookByShortCode } from './textbooks.ts';

/** The students' pages, which are looked up by the students' codes. */
export function studentRoutes(services: Uses<'db' | 'pool' | 'settings' | 'secrets' | 'links'>): Route[] {
  const { db } = services;
  const lookUps = createLookUps(services);

  return [
    ...profileRoutes(services, lookUps),

    route(studentClassByCode, async ({ query, address }) =>
      lookUps.found(address, await findClass(services, query.hashCode)),
    ),

    route(studentClassStatus, async ({ query, address }) =>
      lookUps.found(address, await findClassStatus(services, { classId: query.ClassId, textBookId: query.TextBookId })),
    ),

    route(studentContents, async ({ query: { ClassHashCode, UnitId, ContentType }, address }) => {
      const contentFilter = { classHashCode: ClassHashCode, unitId: UnitId, type: ContentType };
      const found = await contentBriefsOfClass(services, contentFilter);
      if (found.length === 0) await lookUps.found(address, await findClass(services, ClassHashCode));
      return found;
    }),

    route(studentContentByCode, async ({ query, caller, address }) =>
      lookUps.found(address, await findContent(services, caller, query.hashCode)),
    ),

    route(contentDetails, async ({ query, caller, address }) => {
      const { type, textBookId } = await lookUps.found(
        address,
        await findContentType(services, caller, query.hashCode),
      );
      const joined = caller.kind === 'Student' ? await classesOfProfile(services, caller.profileId) : [];
      const running = joined.find((one) => one.textBookId === textBookId && !one.completed && !one.byOldCode);
      return { classHashCode: running?.classHashCode ?? null, type };
    }),

    route(studentPushAndListen, async ({ params, caller, address }) =>
      lookUps.found(address, await findPushAndListen(services, caller, params.id)),
    ),

    route(studentLessonName, async ({ query, address }) =>
      lookUps.found(address, await findLesson(db, query.hashCode)),
    ),

    route(studentTextBookByCode, async ({ query, address }) =>
      lookUps.found(address, await findTextBook(services, query.hashCode), bookNotFound),
    ),

    route(studentLessons, async ({ query, address }) => {
      const found = await lessonBriefs(db, query.hashCode);
      if (found.length === 0) await lookUps.found(address, await findTextBook(services, query.hashCode), bookNotFound);
      return found;
    }),

    route(textBookHashCode, async ({ query, address }) => ({
      hashCode: await lookUps.found(address, await findTextBookByShortCode(db, query.shortCode), bookNotFound),
    })),
  ];
}
