import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { newClassCode } from '#api/db/ids.ts';
import { classes, classProfiles, profiles } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { invalid, notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { noteVisitors } from '#api/users/visitors.ts';
import type { FieldErrors } from '#schema/problem.ts';
import type { ClassCopy } from '#schema/rest/class-copies.ts';
import { shownCopies } from './copy-answers.ts';
import { type CopyPlan, type CopyWish, planCopy, type Source } from './copy-plan.ts';
import { withFreeCode, writeClass } from './create.ts';
import { secondaryTeachersOf, selectClasses } from './rows.ts';
import { visibleTo } from './scope.ts';
import { columnsOf } from './store.ts';

interface Copying {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly ids: readonly string[];
  readonly wish: CopyWish;
  readonly dryRun: boolean;
  /** Where in the request's errors a copy's problems belong: its place comes in front, when there can be several. */
  readonly fieldOf: (place: number, field: string) => string;
}

/** A copy under way: its source, what it shall be, and what has been made of it. */
export interface Copy {
  readonly source: Source;
  readonly plan: CopyPlan;
  readonly id: string | null;
}

/** Copies classes, all or none; in a dry run only tells what would be made. */
export async function copyClasses(services: Services, copying: Copying): Promise<ClassCopy[]> {
  const { db } = services;
  const copies = await withFreeCode(() =>
    db.transaction(async (tx) => {
      const sources = await sourcesOf(tx, copying);
      const plans: Copy[] = [];
      for (const source of sources) {
        const plan = await planCopy(tx, copying.caller, { source, wish: copying.wish });
        plans.push({ source, plan, id: null });
      }
      if (copying.dryRun) return plans;
      assertNoneIsBlocked(plans, copying);
      return writeCopies(tx, services, { copying, plans });
    }),
  );
  return shownCopies(services, { copies, withStudents: copying.wish.include.students });
}

// In the order asked for; one that the caller does not see is nobody's to copy.
async function sourcesOf(tx: Queryable, { caller, ids }: Copying): Promise<Source[]> {
  const rows = await selectClasses(tx).where(and(inArray(classes.id, [...ids]), visibleTo(caller)));
  const teachers = await secondaryTeachersOf(
    tx,
    rows.map(({ id }) => id),
  );
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id.toLowerCase());
    if (!row) throw notFound();
    return { row, secondaryTeachers: teachers.get(row.id) ?? [] };
  });
}

function assertNoneIsBlocked(copies: readonly Copy[], { fieldOf }: Copying): void {
  const errors: FieldErrors = {};
  for (const [place, { plan }] of copies.entries())
    for (const { field, messageKey, blocks } of plan.problems)
      if (blocks) (errors[fieldOf(place, field)] ??= []).push(messageKey);
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

async function writeCopies(
  tx: Queryable,
  { settings }: Services,
  { copying, plans }: { copying: Copying; plans: readonly Copy[] },
): Promise<Copy[]> {
  const author = { userId: copying.caller.userId, requestId: copying.requestId };
  const copies: Copy[] = [];
  for (const copy of plans) {
    const { values, references } = copy.plan;
    // None is blocked, which is when there are references.
    if (!references) throw new Error('A blocked copy was about to be made');
    await noteVisitors(tx, { caller: copying.caller, before: staffingOf(copy.source), after: references });
    const columns = columnsOf(values, references, values.approvalRequired ?? settings.communityApproval);
    const told = { copiedFrom: copy.source.row.id };
    const classCode = newClassCode();
    const id = await writeClass(tx, { author, action: 'copy', classCode, columns, references, told });
    if (copying.wish.include.students) await takeStudentsAlong(tx, { from: copy.source.row.id, to: id });
    copies.push({ ...copy, id });
  }
  return copies;
}

const staffingOf = ({ row, secondaryTeachers }: Source) => ({
  mainTeacherId: row.mainTeacher?.id ?? null,
  schoolAdministratorId: row.schoolAdministrator?.id ?? null,
  secondaryTeacherIds: secondaryTeachers.map(({ id }) => id),
});

async function takeStudentsAlong(tx: Queryable, { from, to }: { from: string; to: string }): Promise<void> {
  const joined = tx
    .select({
      classId: sql`${to}::uuid`.as('class_id'),
      profileId: classProfiles.profileId,
      joinedAt: sql`now()`.as('joined_at'),
      lastSeenAt: classProfiles.lastSeenAt,
    })
    .from(classProfiles)
    .innerJoin(profiles, and(eq(profiles.id, classProfiles.profileId), isNull(profiles.deletedAt)))
    .where(eq(classProfiles.classId, from));
  await tx.insert(classProfiles).select(joined);
}
