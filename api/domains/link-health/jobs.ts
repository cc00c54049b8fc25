import { z } from 'zod';
import { declareClockJob, declareJob } from '#api/ground/jobs/job.ts';

/** Looks at the links and files of the textbooks, every night. */
export const checkLinks = declareClockJob('checkLinks');

export const mailBrokenLinks = declareJob(
  'mailBrokenLinks',
  z.object({
    /** The letter's own. */
    id: z.string(),
    userId: z.string(),
    /** The ids of the links that are newly broken. */
    linkIds: z.array(z.string()),
  }),
);
export type BrokenLinksMail = z.output<typeof mailBrokenLinks.payload>;
