import { and, eq, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { isCompleted } from '#api/domains/classes/scope.ts';
import { lockClass } from '#api/domains/classes/write.ts';
import { ownZone } from '#api/domains/schools/zone.ts';
import { contentIsPublished } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { boardSessions, classes, contents, lessons, textbooks } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ApiProblem, conflict, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { boardMinutes } from '#schema/rules/board-sessions.ts';
import { isGoingOn } from './session.ts';

interface OnClass {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly classId: string;
}

interface Shown {
  readonly classId: string;
  readonly contentId: string;
}

async function isShown(db: Queryable, { classId, contentId }: Shown): Promise<boolean> {
  const [found] = await db
    .select({ id: contents.id })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .innerJoin(classes, eq(classes.textbookId, textbooks.id))
    .where(and(eq(contents.id, contentId), eq(classes.id, classId), contentIsPublished));
  return found !== undefined;
}

/** Starts the session of a class, and ends the session of another board in the class. */
export async function startSession(
  { db, settings }: Uses<'db' | 'settings'>,
  { caller, requestId, classId, contentId }: OnClass & Shown,
): Promise<void> {
  await db.transaction(async (tx) => {
    // The lock makes two boards that start a session at the same moment take turns.
    const { row } = await lockClass(tx, caller, classId);
    const [zone] = await tx.select({ ownZone: ownZone() }).from(classes).where(eq(classes.id, classId));
    if (isCompleted({ ...row, ownZone: zone?.ownZone ?? null }, settings.timeZone))
      throw conflict('messages.classCompleted', 'This class has finished.');
    if (!(await isShown(tx, { classId, contentId }))) throw notFound();
    await tx.delete(boardSessions).where(eq(boardSessions.classId, classId));
    await tx.insert(boardSessions).values({
      id: newId(),
      classId,
      contentId,
      startedById: caller.userId,
      endsAt: sql`now() + make_interval(mins => ${boardMinutes})`,
    });
    await recordChange(tx, { ...caller, requestId }, { action: 'start-board', entity: 'classes', entityId: classId });
  });
}

interface Turning extends Shown {
  readonly sessionId: string;
}

/**
 * Shows a page of the class's textbook in a running session, and keeps the session alive. Throws 404 for a page that
 * students cannot open; the session shows the page before, and stays alive too.
 */
export async function turnPage(db: Queryable, { classId, contentId, sessionId }: Turning): Promise<void> {
  const canOpen = await isShown(db, { classId, contentId });
  const page = {
    contentId,
    version: sql`${boardSessions.version} + (${boardSessions.contentId} <> ${contentId})::int`,
  };
  const turned = await db
    .update(boardSessions)
    .set({ ...(canOpen && page), seenAt: sql`now()` })
    .where(and(eq(boardSessions.id, sessionId), eq(boardSessions.classId, classId), isGoingOn))
    .returning({ id: boardSessions.id });
  if (turned.length === 0)
    throw new ApiProblem({
      status: 404,
      messageKey: 'messages.boardSessionEnded',
      detail: 'This session of the board has ended.',
    });
  if (!canOpen) throw notFound();
}

/** Ends a session, with all that was kept of it. */
export async function endSession(
  { db }: Uses<'db'>,
  { caller, requestId, classId, sessionId }: OnClass & { readonly sessionId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const endedSessions = await tx
      .delete(boardSessions)
      .where(and(eq(boardSessions.id, sessionId), eq(boardSessions.classId, classId)))
      .returning({ id: boardSessions.id });
    if (endedSessions.length === 0) return;
    await recordChange(tx, { ...caller, requestId }, { action: 'end-board', entity: 'classes', entityId: classId });
  });
}
