import { not, sql } from 'drizzle-orm';
import type { Uses } from '#api/ground/services.ts';
import { boardSessions } from '#api/ground/db/schema.ts';
import { declareClockJob } from '#api/ground/jobs/job.ts';
import { isGoingOn } from './session.ts';

export const forgetBoardSessions = declareClockJob('forgetBoardSessions');

/** Removes the sessions that ended by themselves, with the reports of their tablets. */
export async function forgetEndedSessions({ db }: Uses<'db'>): Promise<void> {
  await db.delete(boardSessions).where(not(isGoingOn ?? sql`true`));
}
