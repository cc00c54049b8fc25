import type { Services } from '#api/app/services.ts';
import { type JobRunner, startJobRunner } from '#api/ground/jobs/runner.ts';
import { jobHandlers } from './handlers.ts';
import { crontab } from './schedule.ts';

/** Works on all jobs in this process until closed. */
export const startJobs = (services: Services): JobRunner =>
  startJobRunner({ ...services, handlers: jobHandlers(services), crontab: crontab(services.settings.timeZone) });
