import { z } from 'zod';
import { reportExports } from '#api/ground/db/schema.ts';
import { hasJob } from '#api/ground/jobs/has-job.ts';
import { declareClockJob, declareJob } from '#api/ground/jobs/job.ts';

export const exportReport = declareJob('exportReport', z.object({ exportId: z.string() }));
export type Export = z.output<typeof exportReport.payload>;

/** Whether the file is still to be written, or is being written. */
export const hasExportJob = hasJob(exportReport, { field: 'exportId', column: reportExports.id });

export const forgetExports = declareClockJob('forgetExports');
