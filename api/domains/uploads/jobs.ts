import { z } from 'zod';
import { declareJob } from '#api/ground/jobs/job.ts';
import { beforeOthers, type JobOptions } from '#api/ground/jobs/queue.ts';

export const prepareMedia = declareJob('prepareMedia', z.object({ requestId: z.string() }));
export type Preparation = z.output<typeof prepareMedia.payload>;

/** The attempts take some hours, longer than a restart or a repair. After them the upload counts as failed. */
export const preparing: JobOptions = { maxAttempts: 10, priority: beforeOthers };
