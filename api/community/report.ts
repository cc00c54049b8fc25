import { newId } from '#api/db/ids.ts';
import { communityPostReports } from '#api/db/schema.ts';
import type { Services } from '#api/services.ts';
import { lockShownPost } from './shown-post.ts';

interface Report {
  readonly postId: string;
  readonly profileId: string;
  readonly reason: string;
}

/** Puts a post before the staff, once per profile: who could report again and again could bury the queue. */
export async function reportPost({ db, settings }: Services, report: Report): Promise<void> {
  await db.transaction(async (tx) => {
    await lockShownPost(tx, { ...report, timeZone: settings.timeZone });
    await tx
      .insert(communityPostReports)
      .values({ id: newId(), ...report })
      .onConflictDoNothing();
  });
}
