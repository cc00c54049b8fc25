import { z } from 'zod';
import { declareClockJob, declareJob } from '#api/ground/jobs/job.ts';

export const forgetImports = declareClockJob('forgetImports');

export const importUsers = declareJob('importUsers', z.object({ importId: z.string() }));
export type Import = z.output<typeof importUsers.payload>;
