import { auditEntries } from '#schema/rest/audit.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';

export const auditResolvers: Resolvers = {
  Query: {
    auditEntries: (_, { filter, ...list }, { client }) =>
      client.call(auditEntries, {
        query: {
          From: filter?.from,
          To: filter?.to,
          ActorId: filter?.actorId,
          Entity: filter?.entity,
          EntityId: filter?.entityId,
          Action: filter?.action,
          SearchText: filter?.search,
          ...pagingQuery(list),
        },
      }),
  },
};
