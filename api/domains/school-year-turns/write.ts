import { and, asc, eq, inArray } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { approvalOf, writeCopy } from '#api/domains/classes/copy.ts';
import { visibleTo } from '#api/domains/classes/scope.ts';
import { retryWithNewCode } from '#api/domains/classes/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { createOnce } from '#api/ground/db/idempotency.ts';
import { newId } from '#api/ground/db/ids.ts';
import { classes, classProfiles, schoolYearTurnClasses, schoolYearTurns } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { conflict, invalid } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { FieldErrors } from '#schema/problem.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { turnSchoolYear } from '#schema/rest/school-year-turns.ts';
import { isOver, moveDueCodes } from './move-codes.ts';
import { leavingOf, type PlannedClass, planTurn, type Turn } from './plan.ts';

interface Turning {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly body: BodyOf<typeof turnSchoolYear>;
}

/**
 * Makes next year's classes with their children in one transaction, once for each idempotency key. Resolves to the id of the
 * turn. Answers 409 when what the plan was made from has changed, and 400 when something blocks a class.
 */
export async function turnYear({ db, settings }: Uses<'db' | 'settings'>, turning: Turning): Promise<string> {
  const { caller, requestId, body } = turning;
  const insert = (id: string) =>
    db.transaction(async (tx) => {
      await lockSources(tx, turning);
      const turn = await planTurn(tx, caller, body);
      const isWhole = turn.missingClasses.length === 0 && turn.missingStudentIds.length === 0;
      if (!isWhole || turn.version !== body.version)
        throw conflict('messages.turnChanged', 'A class or its children changed since the plan was made.', 'version');
      assertNoneIsBlocked(turn.classes);
      const [first] = turn.classes;
      const schoolId = first?.copy.source.row.schoolId ?? null;
      const leavingCount = leavingOf(turn);
      await tx.insert(schoolYearTurns).values({ id, schoolId, leavingCount, createdById: caller.userId });
      await writeClasses(tx, { id, caller, requestId, turn, settings });
      await moveDueCodes(tx, { due: and(eq(schoolYearTurns.id, id), isOver(settings.timeZone)), requestId });
      const after = {
        classCount: turn.classes.length,
        studentCount: turn.students.length - leavingCount,
        leavingCount,
      };
      const change = { action: 'turn-year', entity: 'school_year_turns', entityId: id, after };
      await recordChange(tx, { ...caller, requestId }, change);
    });
  const newRow = { table: schoolYearTurns, userId: caller.userId, key: body.idempotencyKey };
  return createOnce(db, newRow, (id) => retryWithNewCode(() => insert(id)));
}

// The locks keep the old classes unchanged while the turn is read and written.
async function lockSources(tx: Queryable, { caller, body }: Turning): Promise<void> {
  const ids = body.classes.map(({ classId }) => classId);
  await tx
    .select({ id: classes.id })
    .from(classes)
    .where(and(inArray(classes.id, ids), visibleTo(caller)))
    .orderBy(asc(classes.id))
    .for('update');
}

function assertNoneIsBlocked(planned: readonly PlannedClass[]): void {
  const errors: FieldErrors = {};
  for (const [place, { problems }] of planned.entries())
    for (const { field, messageKey, blocks } of problems)
      if (blocks) (errors[`classes.${place}.${field}`] ??= []).push(messageKey);
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

interface Writing extends Pick<Turning, 'caller' | 'requestId'>, Uses<'settings'> {
  readonly id: string;
  readonly turn: Turn;
}

async function writeClasses(tx: Queryable, { id, caller, requestId, turn, settings }: Writing): Promise<void> {
  const copies = turn.classes.map(({ copy }) => copy);
  const approval = await approvalOf(tx, copies, settings);
  for (const [position, { copy, keepsCode, students }] of turn.classes.entries()) {
    const classId = await writeCopy(tx, { caller, requestId, copy, approval, id: newId() });
    const studentCount = students.length;
    await tx
      .insert(schoolYearTurnClasses)
      .values({ turnId: id, position, sourceId: copy.source.row.id, classId, studentCount, keepsCode });
    if (studentCount > 0) await enrol(tx, classId, students);
  }
}

/**
 * Adds the children to the new class. `lastSeenAt` is that of the old class, so that a card opens the old class as long
 * as it runs, and undoing the turn can see which children have been in the new class.
 */
async function enrol(tx: Queryable, classId: string, students: PlannedClass['students']): Promise<void> {
  await tx.insert(classProfiles).values(
    students.map(({ id: profileId, newNumber: number, lastSeenAt, byOldCode }) => ({
      ...{ classId, profileId, number, lastSeenAt, byOldCode },
      addedByStaff: true,
    })),
  );
}
