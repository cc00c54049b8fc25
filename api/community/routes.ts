import { route, type Route } from '#api/http/route.ts';
import { findLesson } from '#api/lessons/store.ts';
import type { Services } from '#api/services.ts';
import { findClass } from '#api/students/classes.ts';
import { createLookUps } from '#api/students/look-ups.ts';
import { communityPosts } from '#schema/rest/community.ts';
import { wallPosts } from './store.ts';

/** A class's wall, for whoever holds the class's code. */
export function communityRoutes(services: Services): Route[] {
  const lookUps = createLookUps(services);

  return [
    route(communityPosts, async ({ query: { ClassHashCode, LessonHashCode }, caller, address }) => {
      const { id, completed } = await lookUps.found(address, await findClass(services, ClassHashCode));
      const lesson =
        LessonHashCode === undefined
          ? undefined
          : await lookUps.found(address, await findLesson(services.db, LessonHashCode));
      if (completed) return [];
      const profileId = caller.kind === 'Student' ? caller.profileId : undefined;
      return wallPosts(services, { classId: id, lessonId: lesson?.id, profileId });
    }),
  ];
}
