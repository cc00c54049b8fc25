import { exportUsageReport, exportVisitorReport, usageReport, visitorReport } from '#schema/rest/reports.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';

export const reportResolvers: Resolvers = {
  Query: {
    visitorReport: (_, { period, ...list }, { client }) =>
      client.call(visitorReport, { query: { From: period.from, To: period.to, ...pagingQuery(list) } }),
    usageReport: (_, { period, ...list }, { client }) =>
      client.call(usageReport, { query: { From: period.from, To: period.to, ...pagingQuery(list) } }),
    exportVisitorReport: (_, { period, sort, language: Language }, { client }) => {
      const { SortCriteria } = pagingQuery({ sort });
      return client.call(exportVisitorReport, { query: { From: period.from, To: period.to, SortCriteria, Language } });
    },
    exportUsageReport: (_, { period, sort, language: Language }, { client }) => {
      const { SortCriteria } = pagingQuery({ sort });
      return client.call(exportUsageReport, { query: { From: period.from, To: period.to, SortCriteria, Language } });
    },
  },
};
