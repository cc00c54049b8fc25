import { and, eq } from 'drizzle-orm';
import { recordMediaViews } from '#api/domains/audit/record.ts';
import { communityPosts } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { ModeratedPost } from '#schema/rest/moderation.ts';
import { moderatableBy, moderatedPosts, selectPosts } from './detail.ts';
import type { Moderator } from './write.ts';

/** One post for a member of staff who sees its class. The audit log keeps that they were shown it. */
export async function shownPost(
  services: Uses<'db' | 'settings' | 'links'>,
  { caller, requestId, id }: Moderator & { readonly id: string },
): Promise<ModeratedPost> {
  const { db, settings } = services;
  const rows = await selectPosts(db).where(and(eq(communityPosts.id, id), moderatableBy(caller)));
  const [post] = await moderatedPosts(services, rows);
  if (!post) throw notFound();
  await recordMediaViews(db, { ...caller, requestId }, { classIds: [post.class.id], timeZone: settings.timeZone });
  return post;
}
