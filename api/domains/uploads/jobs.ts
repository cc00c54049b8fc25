import { z } from 'zod';
import { declareJob } from '#api/ground/jobs/job.ts';

export const prepareMedia = declareJob('prepareMedia', z.object({ requestId: z.string() }));
export type Preparation = z.output<typeof prepareMedia.payload>;

/** Tried for some hours, longer than a restart or a repair takes; what cannot be prepared then is answered for. */
export const prepareAttempts = 10;
