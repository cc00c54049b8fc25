import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { ownClasses, ownSchools } from '#api/domains/schools/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import {
  classes,
  classProfiles,
  communityPosts,
  contents,
  finishedContents,
  lessons,
  schools,
  schoolYearTurnClasses,
  schoolYearTurns,
} from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { MessageKey } from '#schema/problem.ts';
import type { SchoolYearTurn } from '#schema/rest/school-year-turns.ts';
import { namesOf } from './plan.ts';

/** The turns that a member of staff sees. */
export function ownTurns(caller: StaffCaller): SQL | undefined {
  const own = ownSchools(caller);
  return own && sql`${schoolYearTurns.schoolId} in ${own}`;
}

/**
 * The classes that undoing a turn deletes: those that the caller sees, and those without a school. Only administrators see
 * a class without a school; earlier turns made such a class when the school administrator was deactivated.
 */
export function undoneBy(caller: StaffCaller): SQL | undefined {
  const own = ownClasses(caller);
  return and(isNull(classes.deletedAt), own && or(own, isNull(classes.schoolId)));
}

const listed = 20;

/** The last turns, the newest first. */
export const lastTurns = async (db: Queryable, caller: StaffCaller): Promise<SchoolYearTurn[]> =>
  turnsWhere(db, caller, undefined);

/** One turn; 404 when the caller does not see it. */
export async function turnOf(db: Queryable, caller: StaffCaller, id: string): Promise<SchoolYearTurn> {
  const [turn] = await turnsWhere(db, caller, eq(schoolYearTurns.id, id));
  if (!turn) throw notFound();
  return turn;
}

/** The reason why a turn cannot be undone; null when it can. */
export async function obstacleTo(tx: Queryable, caller: StaffCaller, turnId: string): Promise<MessageKey | null> {
  const [since] = await rowsWhere(tx, caller, eq(schoolYearTurns.id, turnId));
  return since ? obstacleOf(since) : null;
}

// Beyond the wall, which hides everything that happened in a class without a school.
const rowsWhere = (db: Queryable, caller: StaffCaller, which: SQL | undefined) =>
  beyondWall(db, async (all) =>
    all
      .select({ turn: schoolYearTurns, school: { id: schools.id, name: schools.name }, ...happened(caller) })
      .from(schoolYearTurns)
      .leftJoin(schools, eq(schools.id, schoolYearTurns.schoolId))
      .where(and(which, ownTurns(caller)))
      .orderBy(desc(schoolYearTurns.createdAt), desc(schoolYearTurns.id))
      .limit(listed),
  );

async function turnsWhere(db: Queryable, caller: StaffCaller, which: SQL | undefined): Promise<SchoolYearTurn[]> {
  const turns = await rowsWhere(db, caller, which);
  const made = await madeBy(
    db,
    turns.map(({ turn }) => turn.id),
  );
  const people = turns.flatMap(({ turn }) => [turn.createdById ?? [], turn.takenBackById ?? []].flat());
  const staff = await namesOf(db, people);
  return turns.map(({ turn: { id, leavingCount, ...turn }, school, ...since }) => ({
    id,
    school,
    createdAt: turn.createdAt.toISOString(),
    createdBy: (turn.createdById !== null && staff.get(turn.createdById)) || null,
    takenBackAt: turn.takenBackAt?.toISOString() ?? null,
    takenBackBy: (turn.takenBackById !== null && staff.get(turn.takenBackById)) || null,
    leavingCount,
    classes: made.filter(({ turnId }) => turnId === id).map(({ turnId: _ofTurn, ...one }) => one),
    obstacle: turn.takenBackAt === null ? obstacleOf(since) : null,
  }));
}

const newClasses = alias(classes, 'new_classes');

async function madeBy(db: Queryable, turnIds: readonly string[]) {
  const rows = await db
    .select({
      turnId: schoolYearTurnClasses.turnId,
      source: { id: classes.id, classCode: classes.classCode, className: classes.className },
      class: { id: newClasses.id, classCode: newClasses.classCode, className: newClasses.className },
      studentCount: schoolYearTurnClasses.studentCount,
      keepsCode: schoolYearTurnClasses.keepsCode,
      codeMovedAt: schoolYearTurnClasses.codeMovedAt,
    })
    .from(schoolYearTurnClasses)
    .leftJoin(classes, eq(classes.id, schoolYearTurnClasses.sourceId))
    .leftJoin(newClasses, and(eq(newClasses.id, schoolYearTurnClasses.classId), isNull(newClasses.deletedAt)))
    .where(inArray(schoolYearTurnClasses.turnId, [...turnIds]))
    .orderBy(asc(schoolYearTurnClasses.position));
  return rows.map((row) => ({ ...row, codeMovedAt: row.codeMovedAt?.toISOString() ?? null }));
}

/** Whether the new classes of a turn have been used since, for queries of turns. */
function happened(caller: StaffCaller) {
  const inNewClass = (classId: SQL): SQL => sql`${classId} in (
    select ${classes.id} from ${schoolYearTurnClasses} made join ${classes} on ${classes.id} = made.class_id
    where made.turn_id = ${schoolYearTurns.id} and ${undoneBy(caller)}
  )`;
  return {
    hasPosts: sql<boolean>`exists (
      select from ${communityPosts} post where ${inNewClass(sql`post.class_id`)}
    )`,
    // A child of the new class has finished a content of its textbook since.
    hasProgress: sql<boolean>`exists (
      select from ${classProfiles} joined
        join ${classes} made_class on made_class.id = joined.class_id
        join ${finishedContents} done on done.profile_id = joined.profile_id
        join ${contents} page on page.id = done.content_id
        join ${lessons} unit on unit.id = page.lesson_id and unit.textbook_id = made_class.textbook_id
      where ${inNewClass(sql`joined.class_id`)}
        and joined.last_seen_at > ${schoolYearTurns.createdAt} and done.finished_at > ${schoolYearTurns.createdAt}
    )`,
    hasNewStudents: sql<boolean>`exists (
      select from ${classProfiles} joined
      where ${inNewClass(sql`joined.class_id`)} and joined.joined_at > ${schoolYearTurns.createdAt}
    )`,
  };
}

interface Happened {
  readonly hasPosts: boolean;
  readonly hasProgress: boolean;
  readonly hasNewStudents: boolean;
}

function obstacleOf({ hasPosts, hasProgress, hasNewStudents }: Happened): MessageKey | null {
  if (hasPosts) return 'messages.turnHasPosts';
  if (hasProgress) return 'messages.turnHasProgress';
  return hasNewStudents ? 'messages.turnHasNewStudents' : null;
}
