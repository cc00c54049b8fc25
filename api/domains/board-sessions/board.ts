import { and, asc, eq, isNotNull, isNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { visibleTo } from '#api/domains/classes/scope.ts';
import { forEachRole } from '#api/domains/schools/scope.ts';
import { nameOrder } from '#api/domains/students/name-order.ts';
import { tileNumbers } from '#api/domains/students/tile-numbers.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { boardFollowers, boardSessions, classes, classProfiles, profiles } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import { followerSilence } from '#schema/rules/board-sessions.ts';
import { selectSessions, sessionOf } from './session.ts';

const isTrue = (condition: SQLWrapper) => sql<boolean>`coalesce(${condition}, false)`;

// All children of the class, since a follower's tile has a number by its namesakes. A child who was removed from the
// class, or waits for admission, is no follower.
const child = {
  id: profiles.id,
  name: profiles.name,
  animal: profiles.animal,
  number: classProfiles.number,
  joinedAt: classProfiles.joinedAt,
  waiting: classProfiles.waiting,
  isFollowing: sql<boolean>`${boardFollowers.profileId} is not null`,
  isHere: isTrue(sql`${boardFollowers.seenAt} > now() - make_interval(secs => ${sql.raw(String(followerSilence))})`),
  isOnPage: isTrue(sql`${boardFollowers.contentId} = ${boardSessions.contentId}`),
  heard: isTrue(boardFollowers.heard),
  spoken: isTrue(boardFollowers.spoken),
  finished: isTrue(boardFollowers.finished),
};

/** A row for each child of the class while its session runs, by number, then by reading; else one row. */
const selectBoard = (db: Queryable, condition: SQL | undefined) =>
  selectSessions(db, { child })
    .leftJoin(classProfiles, and(eq(classProfiles.classId, classes.id), isNotNull(boardSessions.id)))
    .leftJoin(profiles, and(eq(profiles.id, classProfiles.profileId), isNull(profiles.deletedAt)))
    .leftJoin(
      boardFollowers,
      and(eq(boardFollowers.profileId, profiles.id), eq(boardFollowers.sessionId, boardSessions.id)),
    )
    .where(and(isNull(classes.deletedAt), condition))
    .orderBy(sql`${classProfiles.number} nulls last`, nameOrder, asc(profiles.id));

const ofClass = preparedQuery(['classId'], (db: Queryable, { classId }) => selectBoard(db, eq(classes.id, classId)));

const ofSeenClass = forEachRole((kind) =>
  preparedQuery(['classId', 'userId'], (db: Queryable, { classId, userId }) =>
    selectBoard(db, and(eq(classes.id, classId), visibleTo({ kind, userId }))),
  ),
);

type Row = Awaited<ReturnType<typeof ofClass>>[number];

/** The session of a class, and the children who follow it, with their reports about its page. */
function boardIn(rows: readonly Row[]) {
  const session = rows[0] ? sessionOf(rows[0]) : null;
  return { session, followers: session ? followersIn(rows.flatMap((row) => present(row) ?? [])) : [] };
}

/** The child of a row; undefined in the one row of a class without children. */
function present({ child }: Row) {
  const { id, name, animal, joinedAt, waiting } = child;
  if (id === null || name === null || animal === null || joinedAt === null || waiting === null) return undefined;
  return { ...child, id, name, animal, joinedAt, waiting };
}

type Child = NonNullable<ReturnType<typeof present>>;

function followersIn(children: readonly Child[]) {
  const admitted = children.filter(({ waiting }) => !waiting);
  const followers = admitted.filter(({ isFollowing }) => isFollowing);
  const unnumbered = followers.some(({ number }) => number === null);
  const tileNumber = unnumbered ? tileNumbers(admitted) : () => null;
  // The marks of another page do not count for the page that the board shows.
  return followers.map(({ id: profileId, name, animal, number, isHere, isOnPage, heard, spoken, finished }) => ({
    ...{ profileId, name, animal, isHere, isOnPage },
    number: number ?? tileNumber({ id: profileId, name, animal, number }),
    heard: isOnPage && heard,
    spoken: isOnPage && spoken,
    finished: isOnPage && finished,
  }));
}

/** The board of a class. */
export const boardOfClass = async (db: Queryable, classId: string) => boardIn(await ofClass(db, { classId }));

/** The board of a class; answers 404 for a class that the caller does not see. */
export async function boardOfSeenClass(db: Queryable, caller: StaffCaller, classId: string) {
  const rows = await ofSeenClass[caller.kind](db, { classId, userId: caller.userId });
  if (rows.length === 0) throw notFound();
  return boardIn(rows);
}
