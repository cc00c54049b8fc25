import { createRateLimit } from '#api/ground/http/rate-limit.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import { recordProgress, studentProgress } from '#schema/rest/progress.ts';
import { progressOf } from './detail.ts';
import { addProgress } from './write.ts';

/** A child's progress, shared by all of its devices. */
export function progressRoutes(services: Uses<'db' | 'pool' | 'secrets'>): Route[] {
  // The app debounces for a second before it sends, so no child reaches this limit.
  const calls = createRateLimit(services, { name: 'progress', points: 120, seconds: 60 });
  return [
    route(studentProgress, async ({ caller: { profileId } }) => progressOf(services.db, profileId)),

    route(recordProgress, async ({ caller: { profileId }, body }) => {
      await calls.take(profileId);
      await addProgress(services, profileId, body);
      return progressOf(services.db, profileId);
    }),
  ];
}
