import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { SelectedFields } from 'drizzle-orm/pg-core';
import { contentIsPublished } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import {
  boardFollowers,
  boardSessions,
  classes,
  classProfiles,
  contents,
  lessons,
  profiles,
  textbooks,
} from '#api/ground/db/schema.ts';
import type { BoardSession } from '#schema/rest/board-sessions.ts';
import { boardMinutes, boardSilence } from '#schema/rules/board-sessions.ts';

/** A session lasts until its end time, or until its board has sent no heartbeat for too long. */
export const isGoingOn: SQL | undefined = and(
  gt(boardSessions.endsAt, sql`now()`),
  gt(boardSessions.seenAt, sql`now() - make_interval(secs => ${sql.raw(String(boardSilence))})`),
);

const sessionColumns = {
  classId: classes.id,
  session: { id: boardSessions.id, version: boardSessions.version, endsAt: boardSessions.endsAt },
  content: { id: contents.id, hashCode: contents.hashCode, type: contents.type },
  isPublished: sql<boolean>`coalesce(${contentIsPublished}, false)`,
};

/** Classes, each with its running session if there is one, and `more` columns, whose tables the query joins. */
export const selectSessions = <More extends SelectedFields>(db: Queryable, more: More) =>
  db
    .select({ ...sessionColumns, ...more })
    .from(classes)
    .leftJoin(boardSessions, and(eq(boardSessions.classId, classes.id), isGoingOn))
    .leftJoin(contents, eq(contents.id, boardSessions.contentId))
    .leftJoin(lessons, eq(lessons.id, contents.lessonId))
    .leftJoin(textbooks, eq(textbooks.id, lessons.textbookId));

const ofCode = preparedQuery(['classHashCode'], (db: Queryable, { classHashCode }) =>
  selectSessions(db, {}).where(and(isNull(classes.deletedAt), eq(classes.classHashCode, classHashCode))),
);

const ofChild = preparedQuery(['classHashCode', 'profileId'], (db: Queryable, { classHashCode, profileId }) =>
  selectSessions(db, { isFollowing: sql<boolean>`${boardFollowers.profileId} is not null` })
    .innerJoin(classProfiles, and(eq(classProfiles.classId, classes.id), eq(classProfiles.profileId, profileId)))
    .innerJoin(profiles, and(eq(profiles.id, classProfiles.profileId), isNull(profiles.deletedAt)))
    .leftJoin(
      boardFollowers,
      and(eq(boardFollowers.sessionId, boardSessions.id), eq(boardFollowers.profileId, profiles.id)),
    )
    .where(and(isNull(classes.deletedAt), eq(classes.classHashCode, classHashCode))),
);

type Row = Awaited<ReturnType<typeof ofCode>>[number];

/** The session of a row; null without a running session, and when students no longer see its content. */
export function sessionOf({ session, content, isPublished }: Row): BoardSession | null {
  if (!session || !content || !isPublished) return null;
  const { id, hashCode: contentHashCode, type: contentType } = content;
  return {
    ...session,
    ...{ contentId: id, contentHashCode, contentType, endsAt: session.endsAt.toISOString() },
    // The row has its end alone, which is set once (write.ts).
    createdAt: new Date(session.endsAt.getTime() - boardMinutes * 60_000).toISOString(),
  };
}

/** The session of the class with a hash code; undefined for an unknown one. */
export async function sessionOfCode(db: Queryable, classHashCode: string) {
  const [row] = await ofCode(db, { classHashCode });
  return row && { session: sessionOf(row) };
}

/** The session of a class as a child of it sees it; undefined where the child has not joined the class. */
export async function sessionOfChild(db: Queryable, child: { classHashCode: string; profileId: string }) {
  const [row] = await ofChild(db, child);
  if (!row) return undefined;
  const session = sessionOf(row);
  return { session, isFollowing: session !== null && row.isFollowing };
}
