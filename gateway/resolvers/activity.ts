import { classActivity, textBookMap } from '#schema/rest/activity.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';

export const activityResolvers: Resolvers = {
  Query: {
    classActivity: (_, { classId: id, period: { from: From, to: To } }, { client }) =>
      client.call(classActivity, { params: { id }, query: { From, To } }),
    textBookMap: (_, { textBookId: Id, from, to }, { client }) =>
      client.call(textBookMap, { params: { Id }, query: { From: from ?? undefined, To: to ?? undefined } }),
  },
};
