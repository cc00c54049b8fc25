import { and, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { communityPosts, media, mediaRequests } from '#api/db/schema.ts';
import { conflict, tooManyRequests } from '#api/http/problems.ts';
import type { Settings } from '#api/settings.ts';

const hourMs = 3_600_000;

interface Wanted {
  readonly profileId: string;
  readonly classId: string;
  /** In bytes. */
  readonly size: number;
}

type Limits = Pick<Settings, 'uploads'>;

/** Answers 429 or 409 when a work would be one too many, or more than the profile or the class may keep. */
export async function assertRoom(
  db: Queryable,
  { uploads }: Limits,
  { profileId, classId, size }: Wanted,
): Promise<void> {
  const [recent] = await db
    .select({ count: sql<number>`count(*)::int`, first: sql<string | null>`min(${mediaRequests.createdAt})` })
    .from(mediaRequests)
    .where(and(eq(mediaRequests.profileId, profileId), gt(mediaRequests.createdAt, new Date(Date.now() - hourMs))));
  if (recent && recent.count >= uploads.perHour)
    throw tooManyRequests(secondsUntilOver(recent.first), 'messages.tooManyUploads');
  if ((await bytesOf(db, eq(communityPosts.profileId, profileId))) + size > uploads.profileBytes)
    throw conflict('messages.profileStorageFull', 'There is no room for more works of this profile.');
  if ((await bytesOf(db, eq(communityPosts.classId, classId))) + size > uploads.classBytes)
    throw conflict('messages.classStorageFull', 'There is no room for more works in this class.');
}

const secondsUntilOver = (first: string | null): number =>
  first === null ? 1 : (new Date(first).getTime() + hourMs - Date.now()) / 1000;

// Works with a file and works on their way. A deleted work makes room at once, although its file stays until the purge.
async function bytesOf(db: Queryable, owner: SQL): Promise<number> {
  const condition = and(owner, isNull(communityPosts.deletedAt));
  const [kept] = await db
    .select({ bytes: sql<number>`coalesce(sum(${media.byteSize}), 0)::float8` })
    .from(communityPosts)
    .innerJoin(media, or(eq(media.id, communityPosts.mediaId), eq(media.id, communityPosts.thumbnailMediaId)))
    .where(condition);
  const [coming] = await db
    .select({ bytes: sql<number>`coalesce(sum(${mediaRequests.sourceSize}), 0)::float8` })
    .from(communityPosts)
    .innerJoin(mediaRequests, eq(mediaRequests.postId, communityPosts.id))
    .where(and(condition, inArray(mediaRequests.state, ['pending', 'processing'])));
  return (kept?.bytes ?? 0) + (coming?.bytes ?? 0);
}
