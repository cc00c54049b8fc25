import { shownPost } from '#api/domains/moderation/shown-post.ts';
import { createRateLimit } from '#api/ground/http/rate-limit.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/replies.ts';
import { newRepliesFor } from './list.ts';
import { makeVoice } from './voice.ts';
import { giveStamp, giveVoice, markSeen, takeBack } from './write.ts';

/** Staff replies to children's works, and the child's view of them. */
export function replyRoutes(services: Uses<'db' | 'pool' | 'settings' | 'links' | 'secrets' | 'storage'>): Route[] {
  // A child who opens one work after another does not reach this limit.
  const openings = createRateLimit(services, { name: 'replies-seen', points: 120, seconds: 60 });

  return [
    route(operations.replyWithStamp, async ({ caller, requestId, params: { id }, body: { stamp } }) => {
      await giveStamp(services, { caller, requestId, id, stamp });
      return shownPost(services, { caller, requestId, id });
    }),

    route(operations.replyWithVoice, async ({ caller, requestId, params: { id }, files: { file } }) => {
      const voice = await makeVoice(services, { id, caller, file });
      await giveVoice(services, { caller, requestId, id, voice });
      return shownPost(services, { caller, requestId, id });
    }),

    route(operations.takeBackReply, async ({ caller, requestId, params: { id, kind } }) => {
      await takeBack(services, { caller, requestId, id, kind });
      return shownPost(services, { caller, requestId, id });
    }),

    route(operations.newReplies, ({ caller: { profileId }, query: { ClassHashCode } }) =>
      newRepliesFor(services, { classHashCode: ClassHashCode, profileId }),
    ),

    route(operations.markRepliesSeen, async ({ caller: { profileId }, params: { id }, body: { shown } }) => {
      await openings.take(profileId);
      await markSeen(services, { id, profileId, shown: shown?.map((at) => new Date(at)) });
    }),
  ];
}
