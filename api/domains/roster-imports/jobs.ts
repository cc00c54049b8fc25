import { z } from 'zod';
import { declareClockJob, declareJob } from '#api/ground/jobs/job.ts';

export const bringRoster = declareJob('bringRoster', z.object({ importId: z.string() }));
export type RosterJob = z.output<typeof bringRoster.payload>;

export const forgetRosters = declareClockJob('forgetRosters');
