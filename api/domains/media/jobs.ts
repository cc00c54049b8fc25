import { declareClockJob } from '#api/ground/jobs/job.ts';

export const sweepMedia = declareClockJob('sweepMedia');
