import { and, asc, eq, isNull, sql, type SQLWrapper } from 'drizzle-orm';
import { nameOrder } from '#api/domains/students/name-order.ts';
import { tileNumbers } from '#api/domains/students/tile-numbers.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
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
  const children = await childrenOf(db, { classId, sessionId: id, contentId });
  const followers = children.filter(({ isFollowing }) => isFollowing);
  const unnumbered = followers.some(({ number }) => number === null);
  const tileNumber = unnumbered ? tileNumbers(children.filter(({ waiting }) => !waiting)) : () => null;
  // The marks of another page do not count for the page that the board shows.
  return followers.map(({ id: profileId, name, animal, number, isHere, isOnPage, heard, spoken, finished }) => ({
    ...{ profileId, name, animal, isHere, isOnPage },
    number: number ?? tileNumber({ id: profileId, name, animal, number }),
    heard: isOnPage && heard,
    spoken: isOnPage && spoken,
    finished: isOnPage && finished,
  }));
}

// All children of the class, since a follower's tile has a number by its namesakes. A child who was removed from the
// class is no follower.
const childrenOf = preparedQuery(
  ['classId', 'sessionId', 'contentId'],
  (db: Queryable, { classId, sessionId, contentId }) => {
    const { profileId, seenAt, heard, spoken, finished } = boardFollowers;
    const isTrue = (condition: SQLWrapper) => sql<boolean>`coalesce(${condition}, false)`;
    return db
      .select({
        id: profiles.id,
        name: profiles.name,
        animal: profiles.animal,
        number: classProfiles.number,
        joinedAt: classProfiles.joinedAt,
        waiting: classProfiles.waiting,
        isFollowing: sql<boolean>`${profileId} is not null`,
        isHere: isTrue(sql`${seenAt} > now() - make_interval(secs => ${sql.raw(String(followerSilence))})`),
        isOnPage: isTrue(sql`${boardFollowers.contentId} = ${contentId}`),
        heard: isTrue(heard),
        spoken: isTrue(spoken),
        finished: isTrue(finished),
      })
      .from(classProfiles)
      .innerJoin(profiles, and(eq(profiles.id, classProfiles.profileId), isNull(profiles.deletedAt)))
      .leftJoin(boardFollowers, and(eq(profileId, profiles.id), eq(boardFollowers.sessionId, sessionId)))
      .where(eq(classProfiles.classId, classId))
      .orderBy(sql`${classProfiles.number} nulls last`, nameOrder, asc(profiles.id));
  },
);

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
