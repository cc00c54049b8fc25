import { visitorAddress } from '#schema/rest/address.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';

export const addressResolvers: Resolvers = {
  Query: {
    visitorAddress: async (_, __, { client }) => (await client.call(visitorAddress)).ip,
  },
};
