import { eq } from 'drizzle-orm';
import { newId } from '#api/ground/db/ids.ts';
import { communityPosts, communityReplies, lessons, contents } from '#api/ground/db/schema.ts';
import type { World } from '#tests/support/world.ts';

interface Children {
  readonly classId: string;
  readonly textbookId: string;
  /** The student whose staff page is shown, and the child on the tablet. */
  readonly profileIds: readonly [staffs: string, tablets: string];
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Recordings of one page by two children, the first and the latest, with the answers of their teacher. */
export async function answerWorks({ services: { db } }: World, { classId, textbookId, profileIds }: Children) {
  const [voice] = await db.select().from(communityPosts).where(eq(communityPosts.kind, 'record')).limit(1);
  const [page] = await db
    .select({ id: contents.id, lessonId: contents.lessonId })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .where(eq(lessons.textbookId, textbookId))
    .limit(1);
  if (!voice || !page) throw new Error('The demo school has no voice or no page');
  const made: string[] = [];
  for (const profileId of profileIds)
    for (const days of [21, 1]) {
      const id = newId();
      made.push(id);
      const { mediaId } = voice;
      const place = { classId, lessonId: page.lessonId, contentId: page.id, profileId };
      await db
        .insert(communityPosts)
        .values({ id, ...place, kind: 'record', mediaId, state: 'approved', createdAt: daysAgo(days) });
      await db.insert(communityReplies).values([
        { id: newId(), postId: id, kind: 'stamp', stamp: days === 1 ? 'hanamaru' : 'listenAgain' },
        ...(days === 1 ? [{ id: newId(), postId: id, kind: 'voice' as const, mediaId }] : []),
      ]);
    }
  return made.at(-1) ?? '';
}
