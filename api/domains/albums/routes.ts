import { ApiProblem } from '#api/ground/http/problems.ts';
import { createRateLimit } from '#api/ground/http/rate-limit.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/albums.ts';
import { rosterLimit } from '#schema/rules/rosters.ts';
import { albumsOf } from './detail.ts';
import { openByToken } from './open.ts';
import { endAlbum, startAlbum } from './write.ts';

/** Albums that staff make of a child's works, and the family's access to them by a link. */
export function albumRoutes(
  services: Uses<'db' | 'pool' | 'settings' | 'links' | 'secrets' | 'jobs' | 'storage'>,
): Route[] {
  // A teacher can make the albums of the largest class in one go.
  const starts = createRateLimit(services, { name: 'student-albums', points: rosterLimit, seconds: 3600 });
  const unknownTokens = createRateLimit(services, { name: 'family-album', points: 60, seconds: 60 });

  return [
    route(operations.studentAlbums, async ({ caller, params: { id, profileId } }) =>
      albumsOf(services, { caller, classId: id, profileId }),
    ),

    route(operations.startStudentAlbum, async ({ caller, requestId, params, body: values }) => {
      await starts.take(caller.userId);
      const { id: classId, profileId } = params;
      try {
        return await startAlbum(services, { caller, requestId, classId, profileId, values });
      } catch (error) {
        // A refused request does not count: staff try again until the school's previous album is done.
        await starts.giveBack(caller.userId);
        throw error;
      }
    }),

    route(operations.endStudentAlbum, async ({ caller, requestId, params: { id } }) =>
      endAlbum(services, { caller, requestId, id }),
    ),

    route(operations.openFamilyAlbum, async ({ body: { token }, address }) => {
      await unknownTokens.assertOpen(address);
      const found = await openByToken(services, token);
      if (found) return found;
      await unknownTokens.take(address);
      throw new ApiProblem({ status: 404, messageKey: 'messages.albumEnded' });
    }),
  ];
}
