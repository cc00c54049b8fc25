import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { textBookNameColumns, textBookNameOf } from '#api/domains/textbooks/detail.ts';
import { approvalBySchool } from '#api/domains/schools/approval.ts';
import { admitTeachers } from '#api/domains/users/staffing.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { idOfKey } from '#api/ground/db/idempotency.ts';
import { newClassCode, newId } from '#api/ground/db/ids.ts';
import { classes, classProfiles, media, profiles, textbooks } from '#api/ground/db/schema.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { invalid, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import type { FieldErrors } from '#schema/problem.ts';
import type { ClassCopy } from '#schema/rest/class-copies.ts';
import { type Copy, type CopyRequest, planCopy, type Source } from './copy-plan.ts';
import { classDetails, selectClasses } from './detail.ts';
import { visibleTo } from './scope.ts';
import { columnsOf, retryWithNewCode, writeClass } from './write.ts';

interface Copying {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly ids: readonly string[];
  readonly request: CopyRequest;
  readonly dryRun: boolean;
  /** Each class is copied once for an idempotency key of the caller's. */
  readonly key: string | undefined;
  /** The field of the response's errors for a field of a copy, such as `copies.0.textBookId`. */
  readonly fieldOf: (place: number, field: string) => string;
}

/** Copies classes, all or none. A dry run only answers the copies that would result. */
export async function copyClasses(services: Uses<'db' | 'settings' | 'links'>, copying: Copying): Promise<ClassCopy[]> {
  const { db } = services;
  const copies = await retryAfterTwin(() =>
    db.transaction(async (tx) => {
      const sources = await sourcesOf(tx, copying);
      const made = copying.dryRun ? new Set<string>() : await madeBefore(tx, copying, sources);
      const plans: Copy[] = [];
      for (const source of sources) {
        const plan = await planCopy(tx, copying.caller, { source, request: copying.request });
        const id = idOfCopy(copying, source);
        plans.push({ source, plan, id: made.has(id) ? id : null });
      }
      if (copying.dryRun) return plans;
      assertNoneIsBlocked(plans, copying);
      return writeCopies(tx, services, { copying, plans });
    }),
  );
  return copyAnswers(services, { copies, withStudents: copying.request.include.students });
}

/** Retries the work once when a call at the same moment made its class, by the same key or with the same random code. */
async function retryAfterTwin<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await retryWithNewCode(work);
  } catch (error) {
    if (isViolation(error, 'classes_pkey')) return work();
    throw error;
  }
}

const idOfCopy = ({ caller: { userId }, key }: Copying, { row }: Source): string =>
  key === undefined ? newId() : idOfKey({ table: classes, userId, key: `copy of ${row.id}\n${key}` });

/** The copies that earlier calls with the key made; 404 when the caller no longer sees one of them. */
async function madeBefore(tx: Queryable, copying: Copying, sources: readonly Source[]): Promise<ReadonlySet<string>> {
  if (copying.key === undefined) return new Set();
  const wanted = inArray(
    classes.id,
    sources.map((source) => idOfCopy(copying, source)),
  );
  const find = (db: Queryable, condition = wanted) => db.select({ id: classes.id }).from(classes).where(condition);
  // Beyond the wall: a caller who no longer sees the copies of this idempotency key must not make them a second time.
  const made = await beyondWall(tx, (all) => find(all));
  const seen = await find(tx, and(wanted, visibleTo(copying.caller)));
  if (seen.length < made.length) throw notFound();
  return new Set(made.map(({ id }) => id));
}

// The classes in the order of the request; 404 when the caller does not see one of them.
async function sourcesOf(tx: Queryable, { caller, ids }: Copying): Promise<Source[]> {
  const sources = await findSources(tx, { caller, ids });
  if (sources.length < ids.length) throw notFound();
  return sources;
}

/** Those of the classes that the caller sees, in the order of the ids. */
export async function findSources(tx: Queryable, { caller, ids }: Pick<Copying, 'caller' | 'ids'>): Promise<Source[]> {
  const found = await selectClasses(tx).where(and(inArray(classes.id, [...ids]), visibleTo(caller)));
  const rows = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id.toLowerCase());
    return row ? [{ row, secondaryTeachers: row.secondaryTeachers }] : [];
  });
}

function assertNoneIsBlocked(copies: readonly Copy[], { fieldOf }: Copying): void {
  const errors: FieldErrors = {};
  for (const [place, { plan, id }] of copies.entries())
    for (const { field, messageKey, blocks } of plan.problems)
      if (blocks && id === null) (errors[fieldOf(place, field)] ??= []).push(messageKey);
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

async function writeCopies(
  tx: Queryable,
  { settings }: Uses<'settings'>,
  { copying, plans }: { copying: Copying; plans: readonly Copy[] },
): Promise<Copy[]> {
  const copies: Copy[] = [];
  const approval = await approvalOf(tx, plans, settings);
  for (const copy of plans) {
    if (copy.id !== null) {
      copies.push(copy);
      continue;
    }
    const id = await writeCopy(tx, { ...copying, copy, approval, id: idOfCopy(copying, copy.source) });
    if (copying.request.include.students) await copyStudents(tx, { from: copy.source.row.id, to: id });
    copies.push({ ...copy, id });
  }
  return copies;
}

interface Writing extends Pick<Copying, 'caller' | 'requestId'> {
  readonly copy: Copy;
  readonly approval: Awaited<ReturnType<typeof approvalOf>>;
  readonly id: string;
}

/** Writes the class of a copy that is not blocked. Resolves to its id. */
export async function writeCopy(tx: Queryable, { caller, requestId, copy, approval, id }: Writing): Promise<string> {
  const { values, references } = copy.plan;
  // The caller asserted before that nothing blocks the copy, and an unblocked copy has references.
  if (!references) throw new Error('A blocked copy was about to be made');
  await admitTeachers(tx, { caller, before: staffingOf(copy.source), after: references });
  const columns = columnsOf(values, references, values.approvalRequired ?? approval(references.schoolId));
  return writeClass(tx, {
    id,
    author: { ...caller, requestId },
    action: 'copy',
    classCode: newClassCode(),
    columns,
    references,
    audited: { copiedFrom: copy.source.row.id },
  });
}

/** Whether posts of the copies wait, by their school. */
export const approvalOf = (db: Queryable, copies: readonly Copy[], { communityApproval: standard }: Settings) =>
  approvalBySchool(db, { schoolIds: copies.map(({ plan }) => plan.references?.schoolId), standard });

const staffingOf = ({ row, secondaryTeachers }: Source) => ({
  mainTeacherId: row.mainTeacher?.id ?? null,
  schoolAdministratorId: row.schoolAdministrator?.id ?? null,
  schoolId: row.schoolId,
  secondaryTeacherIds: secondaryTeachers.map(({ id }) => id),
});

async function copyStudents(tx: Queryable, { from, to }: { from: string; to: string }): Promise<void> {
  const joined = tx
    .select({
      classId: sql`${to}::uuid`.as('class_id'),
      profileId: classProfiles.profileId,
      joinedAt: sql`now()`.as('joined_at'),
      lastSeenAt: classProfiles.lastSeenAt,
      number: classProfiles.number,
      waiting: sql`false`.as('waiting'),
      byOldCode: classProfiles.byOldCode,
      addedByStaff: sql`true`.as('added_by_staff'),
    })
    .from(classProfiles)
    .innerJoin(profiles, and(eq(profiles.id, classProfiles.profileId), isNull(profiles.deletedAt)))
    .where(and(eq(classProfiles.classId, from), eq(classProfiles.waiting, false)));
  await tx.insert(classProfiles).select(joined);
}

interface Answer {
  readonly copies: readonly Copy[];
  readonly withStudents: boolean;
}

// The copies in the response's shape; the number of queries does not depend on the number of copies.
async function copyAnswers(
  services: Uses<'db' | 'settings' | 'links'>,
  { copies, withStudents }: Answer,
): Promise<ClassCopy[]> {
  const books = await booksOf(services, copies);
  const made = await madeOf(services, copies);
  const approval = await approvalOf(services.db, copies, services.settings);
  return copies.map(({ source: { row, secondaryTeachers }, plan: { values, references, problems }, id }) => ({
    sourceId: row.id,
    className: values.className,
    textBook: books.get(values.textBookId) ?? null,
    startDate: values.startDate,
    endDate: values.endDate,
    mainTeacher: values.mainTeacherId === null ? null : row.mainTeacher,
    schoolAdministrator: values.schoolAdministratorId === null ? null : row.schoolAdministrator,
    secondaryTeachers: secondaryTeachers.filter((one) => values.secondaryTeacherIds.includes(one.id)),
    approvalRequired: values.approvalRequired ?? approval(references?.schoolId),
    studentCount: withStudents ? row.studentCount : 0,
    problems: [...problems],
    class: (id === null ? undefined : made.get(id)) ?? null,
  }));
}

async function booksOf({ db, links }: Uses<'db' | 'links'>, copies: readonly Copy[]) {
  const ids = copies.map(({ plan }) => plan.values.textBookId);
  const rows = await db
    .select(textBookNameColumns)
    .from(textbooks)
    .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
    .where(inArray(textbooks.id, ids));
  return new Map(rows.map((row) => [row.id, textBookNameOf(row, links)]));
}

async function madeOf(services: Uses<'db' | 'settings' | 'links'>, copies: readonly Copy[]) {
  const ids = copies.flatMap(({ id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return new Map<string, never>();
  const rows = await selectClasses(services.db).where(inArray(classes.id, ids));
  return new Map(classDetails(services, rows).map((detail) => [detail.id, detail]));
}
