import { retryWithNewCode } from '#api/domains/classes/write.ts';
import { declareClockJob } from '#api/ground/jobs/job.ts';
import type { Uses } from '#api/ground/services.ts';
import { isOver, moveDueCodes } from './move-codes.ts';

export const moveClassCodes = declareClockJob('moveClassCodes');

/** Gives the codes that are kept to the new classes whose old class is over. */
export const moveCodesOfEndedClasses = ({ db, settings }: Uses<'db' | 'settings'>): Promise<void> =>
  retryWithNewCode(() =>
    db.transaction((tx) => moveDueCodes(tx, { due: isOver(settings.timeZone), requestId: 'night' })),
  );
