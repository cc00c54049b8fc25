import { aClass, aProfile, type Place } from './place.ts';
import type { Samples } from './sample.ts';

async function aMember(place: Place) {
  const { id } = await aClass(place);
  return { id, profileId: (await aProfile(place, id)).id };
}

export const classProfileSamples: Samples = {
  classProfiles: async (place) => ({ params: { id: (await aMember(place)).id } }),
  renameClassProfile: async (place) => ({
    params: await aMember(place),
    body: { name: 'そら', animal: 'owl', version: 1 },
  }),
  mergeClassProfiles: async (place) => {
    const { id, profileId } = await aMember(place);
    return { params: { id }, body: { intoId: profileId, fromIds: [(await aProfile(place, id)).id] } };
  },
  removeClassProfile: async (place) => ({ params: await aMember(place) }),
};
