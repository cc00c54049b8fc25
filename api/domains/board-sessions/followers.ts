import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { boardFollowers, boardSessions } from '#api/ground/db/schema.ts';
import type { followBoard } from '#schema/rest/board-sessions.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { isGoingOn } from './session.ts';

type Report = Omit<BodyOf<typeof followBoard>, 'classHashCode'> & { readonly profileId: string };

/** Stores the report of a child's tablet while the session lasts. */
export async function keepFollower(
  db: Queryable,
  { profileId, sessionId, isFollowing, ...report }: Report,
): Promise<void> {
  if (!isFollowing) {
    await db
      .delete(boardFollowers)
      .where(and(eq(boardFollowers.sessionId, sessionId), eq(boardFollowers.profileId, profileId)));
    return;
  }
  const { contentHashCode, heard, spoken, finished } = report;
  // The lock keeps the session from being deleted meanwhile; its deletion then removes this row too.
  await db.execute(sql`
    insert into ${boardFollowers} (session_id, profile_id, content_id, heard, spoken, finished, seen_at)
      select ${boardSessions.id}, ${profileId},
        (select id from contents where hash_code = ${contentHashCode}::text and deleted_at is null),
        ${heard}, ${spoken}, ${finished}, now()
      from ${boardSessions} where ${and(eq(boardSessions.id, sessionId), isGoingOn)} for key share
    on conflict (session_id, profile_id) do update set
      content_id = excluded.content_id, heard = excluded.heard, spoken = excluded.spoken,
      finished = excluded.finished, seen_at = excluded.seen_at`);
}
