import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { isCompleted } from '#api/classes/completed.ts';
import { textBookIsPublished } from '#api/contents/published.ts';
import type { Queryable } from '#api/db/client.ts';
import { classes, classProfiles, communityPosts, profiles, textbooks } from '#api/db/schema.ts';
import { conflict, notFound } from '#api/http/problems.ts';
import { schoolDay } from '#api/school-day.ts';

export interface Answering {
  readonly postId: string;
  readonly profileId: string;
  readonly timeZone: string;
}

/**
 * Holds a post until the transaction ends: one on the wall of a running class that the profile has joined. Any other
 * is 404, so that an id tells nothing; one of a class that has ended is 409.
 */
export async function lockShownPost(tx: Queryable, { postId, profileId, timeZone }: Answering): Promise<void> {
  const [found] = await tx
    .select({ status: classes.status, endDate: classes.endDate })
    .from(communityPosts)
    .innerJoin(profiles, eq(profiles.id, communityPosts.profileId))
    .innerJoin(classes, eq(classes.id, communityPosts.classId))
    .innerJoin(textbooks, eq(textbooks.id, classes.textbookId))
    .innerJoin(classProfiles, and(eq(classProfiles.classId, classes.id), eq(classProfiles.profileId, profileId)))
    .where(
      and(
        eq(communityPosts.id, postId),
        eq(communityPosts.state, 'approved'),
        isNotNull(communityPosts.mediaId),
        isNull(communityPosts.deletedAt),
        isNull(profiles.deletedAt),
        isNull(classes.deletedAt),
        textBookIsPublished,
      ),
    )
    .for('no key update', { of: communityPosts });
  if (!found) throw notFound();
  if (isCompleted(found, schoolDay(timeZone))) throw conflict('messages.classCompleted', 'This class is completed.');
}
