import { newId } from '#api/ground/db/ids.ts';
import type { Services } from '#api/app/services.ts';
import { rollupTimeZone, withRollupLock } from '#api/domains/usage/lock.ts';
import { type StoredView, visitorOf } from '#api/domains/usage/page-view.ts';
import { addUpAllPending } from '#api/domains/usage/pending.ts';
import { differences } from '#api/domains/usage/rebuild.ts';
import { write } from '#api/domains/usage/write.ts';

/** Keeps page views of any time as if they had come then, in the reports too. */
export async function keepViews({ db }: Pick<Services, 'db'>, ...views: readonly Partial<StoredView>[]): Promise<void> {
  const added = views.map((view) => {
    const row = { ...plain(), ...view };
    return { ...row, visitor: visitorOf(row) };
  });
  await withRollupLock(db, async (tx) => {
    await write(tx, { added, grown: [] });
    await addUpAllPending(tx);
  });
}

function plain() {
  const nowhere = {
    textbookId: null,
    textbookName: null,
    classId: null,
    className: null,
    timeZone: null,
    lessonId: null,
  };
  const nobody = { profileId: null, sessionKey: null, clientIp: null, ipAddress: null };
  return {
    ...{ ...nowhere, ...nobody, contentId: null, contentType: null, os: null, browser: null, browserVersion: null },
    ...{ eventId: newId(), name: 'Class', pageUrl: '/student', durationMs: 5, heard: false },
    ...{ startedAt: new Date(), receivedAt: new Date() },
  };
}

/** The rollups that say anything else than the page views do, once all of these are added up. */
export async function wrongRollups({ db }: Pick<Services, 'db'>) {
  const found = await withRollupLock(db, async (tx) => {
    await addUpAllPending(tx);
    return differences(tx, (await rollupTimeZone(tx)) ?? 'UTC');
  });
  return found.filter(({ missing, wrong }) => missing + wrong > 0);
}
