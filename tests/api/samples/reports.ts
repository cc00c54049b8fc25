import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { newId } from '#api/db/ids.ts';
import { reportExports } from '#api/db/schema.ts';
import type { CallerKind } from '#schema/access.ts';
import type { Place } from './place.ts';
import type { Samples } from './sample.ts';

const period = () => ({ query: { From: '2026-04-01', To: '2026-05-01' } });

const memberOf = ({ own }: Place, caller: CallerKind) =>
  caller === 'Student' || caller === 'Nobody' ? own.Administrator : own[caller];

// One person has few at a time: those of earlier calls make room.
async function aWish(place: Place, caller: CallerKind) {
  const { id } = memberOf(place, caller);
  await place.world.services.db.delete(reportExports).where(eq(reportExports.createdById, id));
  return { body: { Report: 'usage', From: '2026-04-01', To: '2026-05-01' } };
}

async function anExport(place: Place, caller: CallerKind) {
  const id = newId();
  const question = { From: '2026-04-01', To: '2026-05-01', SortCriteria: [], Language: 'en' as const };
  const row = { id, createdById: memberOf(place, caller).id, report: 'usage' as const, question };
  await place.world.services.db.insert(reportExports).values({ ...row, storageKey: `report-${id}.csv` });
  return { params: { id } };
}

export const reportSamples: Samples = {
  auditEntries: ({ own }) => ({ query: { ActorId: own.Administrator.id, SearchText: 'class' } }),
  visitorReport: period,
  usageByDay: period,
  usageReport: period,
  exportVisitorReport: period,
  exportUsageReport: period,
  startReportExport: aWish,
  reportExport: anExport,
  recordPageView: () => ({
    body: { eventId: randomUUID(), name: 'Unit list', pageUrl: '/student/unit-list', duration: 1000 },
  }),
};
