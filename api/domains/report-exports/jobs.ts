import { z } from 'zod';
import { declareClockJob, declareJob } from '#api/ground/jobs/job.ts';

export const exportReport = declareJob('exportReport', z.object({ exportId: z.string() }));
export type Export = z.output<typeof exportReport.payload>;

export const forgetExports = declareClockJob('forgetExports');
