import { usageReport, visitorReport } from '#schema/rest/reports.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';

export const reportResolvers: Resolvers = {
  Query: {
    visitorReport: (_, { period, ...list }, { client }) =>
      client.call(visitorReport, { query: { From: period.from, To: period.to, ...pagingQuery(list) } }),
    usageReport: (_, { period, ...list }, { client }) =>
      client.call(usageReport, { query: { From: period.from, To: period.to, ...pagingQuery(list) } }),
  },
};
