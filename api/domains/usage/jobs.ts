import { declareClockJob } from '#api/ground/jobs/job.ts';

export const openMonthsOfUse = declareClockJob('openMonthsOfUse');
