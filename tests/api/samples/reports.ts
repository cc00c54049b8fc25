import { randomUUID } from 'node:crypto';
import type { Samples } from './sample.ts';

const period = () => ({ query: { From: '2026-04-01', To: '2026-05-01' } });

export const reportSamples: Samples = {
  auditEntries: ({ own }) => ({ query: { ActorId: own.Administrator.id, SearchText: 'class' } }),
  visitorReport: period,
  usageByDay: period,
  usageReport: period,
  exportVisitorReport: period,
  exportUsageReport: period,
  recordPageView: () => ({
    body: { eventId: randomUUID(), name: 'Unit list', pageUrl: '/student/unit-list', duration: 1000 },
  }),
};
