import { makePost } from '#tests/support/teaching.ts';
import { aClass, aProfile, type Place } from './place.ts';
import type { Samples } from './sample.ts';

// A child's post on the wall of the first school's class, with the token of a classmate.
async function onWall(place: Place) {
  const { id: classId } = await aClass(place);
  const { id: profileId } = await aProfile(place, classId);
  const { id } = await makePost(place.world.services.db, { classId, profileId });
  return { params: { id }, token: (await aProfile(place, classId)).token };
}

export const communitySamples: Samples = {
  communityPosts: async (place) => ({ query: { ClassHashCode: (await aClass(place)).classHashCode } }),
  deleteCommunityPost: async (place, caller) => {
    const { id: classId } = await aClass(place);
    const child = await aProfile(place, classId);
    const { id } = await makePost(place.world.services.db, { classId, profileId: child.id });
    const own = caller === 'Student' ? { token: child.token } : {};
    return { fields: { Id: id, StudentId: child.id }, ...own };
  },
  reactToCommunityPost: async (place) => {
    const { params, token } = await onWall(place);
    return { params: { ...params, type: '2' }, query: { numberOfInteractions: 3 }, token };
  },
  reportCommunityPost: async (place) => ({ ...(await onWall(place)), body: { reason: 'My name is on it.' } }),
};
