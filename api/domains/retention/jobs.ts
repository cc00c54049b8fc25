import { declareClockJob } from '#api/ground/jobs/job.ts';

export const removeExpired = declareClockJob('removeExpired');
