import { aProfile } from './place.ts';
import { bare, type MakeSample, type Samples } from './sample.ts';

const ofChild: MakeSample = async (place) => ({ params: { id: (await aProfile(place)).id } });

export const privacySamples: Samples = {
  privacyProfiles: () => ({ query: { SearchText: 'ひなた' } }),
  privacyCard: ofChild,
  exportProfileData: ofChild,
  eraseProfile: async (place) => ({
    params: { id: (await aProfile(place)).id },
    body: { confirmName: 'ひなた' },
  }),
  retention: bare,
};
