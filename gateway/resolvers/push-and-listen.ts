import {
  createPushAndListenItem,
  deletePushAndListenItem,
  pushAndListenItems,
  updatePushAndListenItem,
  updatePushAndListenItemsOrder,
} from '#schema/rest/push-and-listen.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { present } from './present.ts';

export const pushAndListenResolvers: Resolvers = {
  Query: {
    pushAndListenItems: (_, { contentId: ContentId }, { client }) =>
      client.call(pushAndListenItems, { query: { ContentId } }),
  },
  Mutation: {
    createPushAndListenItem: (_, { input }, { client }) =>
      client.call(createPushAndListenItem, { body: present(input) }),
    updatePushAndListenItem: (_, { input: { id, ...input } }, { client }) =>
      client.call(updatePushAndListenItem, { params: { id }, body: present(input) }),
    updatePushAndListenItemsOrder: (_, { input: body }, { client }) =>
      client.call(updatePushAndListenItemsOrder, { body }),
    deletePushAndListenItem: (_, params, { client }) =>
      client.call(deletePushAndListenItem, { params }).then(() => true),
  },
};
