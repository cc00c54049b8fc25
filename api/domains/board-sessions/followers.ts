import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { nameOrder } from '#api/domains/students/name-order.ts';
import { tileNumbersOf } from '#api/domains/students/tile-numbers.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { boardFollowers, boardSessions, classProfiles, profiles } from '#api/ground/db/schema.ts';
import type { BoardSession, followBoard } from '#schema/rest/board-sessions.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { followerSilence } from '#schema/rules/board-sessions.ts';
import { isGoingOn } from './session.ts';

/** The children who follow a session, by number, then by reading, with their reports about its page. */
export async function followersOf(
  db: Queryable,
  classId: string,
  { id, contentId }: Pick<BoardSession, 'id' | 'contentId'>,
) {
  const isOnPage = sql<boolean>`coalesce(${boardFollowers.contentId} = ${contentId}, false)`;
  const rows = await db
    .select({
      profileId: profiles.id,
      name: profiles.name,
      animal: profiles.animal,
      number: classProfiles.number,
      isHere: sql<boolean>`${boardFollowers.seenAt} > now() - make_interval(secs => ${followerSilence})`,
      isOnPage,
      heard: boardFollowers.heard,
      spoken: boardFollowers.spoken,
      finished: boardFollowers.finished,
    })
    .from(boardFollowers)
    .innerJoin(boardSessions, eq(boardSessions.id, boardFollowers.sessionId))
    .innerJoin(profiles, and(eq(profiles.id, boardFollowers.profileId), isNull(profiles.deletedAt)))
    // A child who was removed from the class is no follower.
    .innerJoin(
      classProfiles,
      and(eq(classProfiles.profileId, profiles.id), eq(classProfiles.classId, boardSessions.classId)),
    )
    .where(eq(boardFollowers.sessionId, id))
    .orderBy(sql`${classProfiles.number} nulls last`, nameOrder, asc(profiles.id));
  const unnumbered = rows.some(({ number }) => number === null);
  const tileNumber = unnumbered ? await tileNumbersOf(db, classId) : () => null;
  // The marks of another page do not count for the page that the board shows.
  return rows.map(({ heard, spoken, finished, ...row }) => ({
    ...row,
    number: row.number ?? tileNumber({ id: row.profileId, name: row.name, animal: row.animal, number: null }),
    heard: row.isOnPage && heard,
    spoken: row.isOnPage && spoken,
    finished: row.isOnPage && finished,
  }));
}

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
