import {
  exportUsageReport,
  exportVisitorReport,
  usageByDay,
  usageReport,
  visitorReport,
} from '#schema/rest/reports.ts';
import { reportExport, startReportExport } from '#schema/rest/report-exports.ts';
import type { ReportFilter, ReportPeriodInput, Resolvers } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';

interface Scope {
  readonly period: ReportPeriodInput;
  readonly filter?: ReportFilter | null;
}

function scopeQuery({ period, filter }: Scope) {
  const { classId, textBookId, lessonId, contentType } = filter ?? {};
  return {
    From: period.from,
    To: period.to,
    ClassId: classId ?? undefined,
    TextBookId: textBookId ?? undefined,
    LessonId: lessonId ?? undefined,
    ContentType: contentType ?? undefined,
  };
}

export const reportResolvers: Resolvers = {
  Query: {
    visitorReport: (_, { period, filter, ...list }, { client }) =>
      client.call(visitorReport, { query: { ...scopeQuery({ period, filter }), ...pagingQuery(list) } }),
    usageReport: (_, { period, filter, ...list }, { client }) =>
      client.call(usageReport, { query: { ...scopeQuery({ period, filter }), ...pagingQuery(list) } }),
    usageByDay: (_, scope, { client }) => client.call(usageByDay, { query: scopeQuery(scope) }),
    exportVisitorReport: (_, { period, filter, sort, language: Language }, { client }) => {
      const { SortCriteria } = pagingQuery({ sort });
      return client.call(exportVisitorReport, {
        query: { ...scopeQuery({ period, filter }), SortCriteria, Language },
      });
    },
    exportUsageReport: (_, { period, filter, sort, language: Language }, { client }) => {
      const { SortCriteria } = pagingQuery({ sort });
      return client.call(exportUsageReport, { query: { ...scopeQuery({ period, filter }), SortCriteria, Language } });
    },
    reportExport: (_, { id }, { client }) => client.call(reportExport, { params: { id } }),
  },
  Mutation: {
    startReportExport: (_, { input }, { client }) => {
      const { report: Report, visitorSort, usageSort, language: Language, ...scope } = input;
      const { SortCriteria } = pagingQuery({ sort: [...(visitorSort ?? []), ...(usageSort ?? [])] });
      return client.call(startReportExport, { body: { ...scopeQuery(scope), Report, SortCriteria, Language } });
    },
  },
};
