import { makePost } from '#tests/support/teaching.ts';
import { aClass, aProfile, type Place } from './place.ts';
import { bare, type Samples } from './sample.ts';

async function waitingPost(place: Place): Promise<string> {
  const { id: classId } = await aClass(place);
  const { id: profileId } = await aProfile(place, classId);
  return (await makePost(place.world.services.db, { classId, profileId, state: 'pending' })).id;
}

const onPost = async (place: Place) => ({ params: { id: await waitingPost(place) } });

export const moderationSamples: Samples = {
  communityQueue: async (place) => ({ query: { ClassId: (await aClass(place)).id, State: ['pending', 'reported'] } }),
  communityWaiting: bare,
  setCommunityPostState: async (place) => ({ ...(await onPost(place)), body: { state: 'hidden', version: 1 } }),
  approveCommunityPosts: async (place) => ({ body: { ids: [await waitingPost(place)] } }),
  resolveCommunityReports: onPost,
};
