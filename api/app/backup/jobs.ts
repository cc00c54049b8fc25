import { declareClockJob } from '#api/ground/jobs/job.ts';

export const backUp = declareClockJob('backUp');
