import { and, inArray, not } from 'drizzle-orm';
import { z } from 'zod';
import { rosterImports } from '#api/ground/db/schema.ts';
import { hasJob } from '#api/ground/jobs/has-job.ts';
import { declareClockJob, declareJob } from '#api/ground/jobs/job.ts';

export const bringRoster = declareJob('bringRoster', z.object({ importId: z.string() }));
export type RosterJob = z.output<typeof bringRoster.payload>;

/** Neither finished nor with a job: its worker died in the last attempt. */
export const isCutOff = and(
  inArray(rosterImports.state, ['waiting', 'running']),
  not(hasJob(bringRoster, { field: 'importId', column: rosterImports.id })),
);

export const forgetRosters = declareClockJob('forgetRosters');
