import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { recordChange } from '#api/domains/audit/record.ts';
import { editedBy } from '#api/domains/audit/versions.ts';
import { insertStudents } from '#api/domains/class-profiles/add.ts';
import { assertInNoOtherClass, underWayOrOfOthers } from '#api/domains/class-profiles/other-classes.ts';
import { visibleTo } from '#api/domains/classes/scope.ts';
import { lockClass } from '#api/domains/classes/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { classes, classProfiles, profiles, removedClassProfiles } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ApiProblem } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { rosterLimit, rosterProblems, sameName } from '#schema/rules/rosters.ts';
import { type Child, childOf } from './child.ts';
import { type RowResult, refused, skipped, type StudentValues } from './row-values.ts';
import { seenBefore } from './seen-before.ts';

interface Enrolment {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly classId: string;
}

type Profile = typeof profiles.$inferSelect;
type Place = Profile & { number: number | null };

/**
 * Enrols the children of a package in a class, in one transaction under the lock of the class. A child's id in the
 * school's own system finds its profile in the classes of the school that the caller sees. A profile of the class with
 * the same name and without such an id is taken over. No child is removed. Resolves to a result for each row.
 */
export const enrolStudents = (
  { db, settings }: Uses<'db' | 'settings'>,
  enrolment: Enrolment,
  rows: readonly StudentValues[],
): Promise<RowResult[]> =>
  db.transaction(async (tx) => {
    const { row } = await lockClass(tx, enrolment.caller, enrolment.classId);
    const register = await registerOf(tx, { ...enrolment, schoolId: row.schoolId }, rows);
    const results: RowResult[] = [];
    const { className, startDate } = row;
    for (const values of rows)
      results.push(await enrol(tx, { ...enrolment, settings, className, startDate, register, values }));
    return results;
  });

interface Register {
  readonly here: Place[];
  /** Children of the package who are in other classes, or were taken out of this one. */
  readonly elsewhere: readonly Profile[];
  readonly takenOut: ReadonlySet<string>;
}

async function registerOf(
  tx: Queryable,
  { caller, classId, schoolId }: Enrolment & { readonly schoolId: string | null },
  rows: readonly StudentValues[],
): Promise<Register> {
  const here = await tx
    .select({ profile: profiles, number: classProfiles.number })
    .from(classProfiles)
    .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
    .where(eq(classProfiles.classId, classId))
    .for('no key update', { of: profiles });
  const isNamed = named(rows.map(({ child }) => child));
  // An administrator sees the children of other schools, which may have the same ids.
  const ofSchool = sql`${classes.schoolId} is not distinct from ${schoolId}::uuid`;
  const visible = tx
    .select({ id: classes.id })
    .from(classes)
    .where(and(visibleTo(caller), ofSchool));
  const others = await tx
    .selectDistinctOn([profiles.id], { profile: profiles })
    .from(profiles)
    .innerJoin(classProfiles, eq(classProfiles.profileId, profiles.id))
    .where(and(isNamed, inArray(classProfiles.classId, visible)));
  const out = await tx
    .select({ profile: profiles })
    .from(profiles)
    .innerJoin(removedClassProfiles, eq(removedClassProfiles.profileId, profiles.id))
    .where(and(isNamed, eq(removedClassProfiles.classId, classId)));
  return {
    here: here.map(({ profile, number }) => ({ ...profile, number })),
    elsewhere: [...others, ...out].map(({ profile }) => profile),
    takenOut: new Set(out.map(({ profile }) => profile.id)),
  };
}

// Finds children by the school's id, or by our own id if the child has no external id, as an export writes them.
function named(ids: readonly string[]): SQL | undefined {
  const own = ids.filter((id) => isUuid(id));
  return or(
    inArray(profiles.externalId, [...ids]),
    own.length > 0 ? and(isNull(profiles.externalId), inArray(profiles.id, own)) : undefined,
  );
}

const isNamedBy = (profile: Profile, id: string): boolean =>
  profile.externalId === null ? profile.id === id.toLowerCase() : profile.externalId === id;

interface OneChild extends Enrolment, Uses<'settings'> {
  readonly className: string;
  readonly startDate: string;
  readonly register: Register;
  readonly values: StudentValues;
}

async function enrol(tx: Queryable, enrolment: OneChild): Promise<RowResult> {
  const { register, values } = enrolment;
  const child = childOf(values);
  if ('problems' in child) return { outcome: 'refused', problems: child.problems };
  const place = register.here.find((one) => isNamedBy(one, values.child)) ?? sameChild(register.here, child);
  if (place) return place.deletedAt ? skipped('messages.rosterStudentOut') : update(tx, enrolment, { place, child });
  const profile = register.elsewhere.find((one) => isNamedBy(one, values.child));
  if (profile && (profile.deletedAt || register.takenOut.has(profile.id))) return skipped('messages.rosterStudentOut');
  const here = register.here.filter(({ deletedAt }) => deletedAt === null);
  if (here.length >= rosterLimit) return refused('messages.classFull');
  const row = { name: profile?.name ?? child.name, number: child.number ?? null };
  const problem = problemBeside(row, here);
  if (problem) return problem;
  if (profile) await join(tx, enrolment, { profile, number: row.number });
  else {
    const { externalId, name, reading = '' } = child;
    const id = newId();
    await insertStudents(tx, { ...enrolment, countBefore: here.length }, [{ id, externalId, ...row, name, reading }]);
  }
  const [made] = await tx
    .select({ profile: profiles, number: classProfiles.number })
    .from(profiles)
    .innerJoin(classProfiles, eq(classProfiles.profileId, profiles.id))
    .where(
      and(
        eq(classProfiles.classId, enrolment.classId),
        profile ? eq(profiles.id, profile.id) : eq(profiles.externalId, child.externalId),
      ),
    );
  if (made) register.here.push({ ...made.profile, number: made.number });
  return { outcome: 'created', problems: [] };
}

/** The child that the class has by hand: one of the same name alone, without an id of the school's, whose number fits. */
function sameChild(here: readonly Place[], { name, number }: Child): Place | undefined {
  const same = here.filter(
    (one) => one.externalId === null && one.deletedAt === null && sameName(one.name) === sameName(name),
  );
  const fitting = same.filter((one) => one.number === null || (number ?? one.number) === one.number);
  return fitting.length === 1 ? fitting[0] : undefined;
}

function problemBeside(
  row: { readonly name: string; readonly number: number | null },
  here: readonly Place[],
): RowResult | null {
  const [problem] = rosterProblems([row], here);
  if (!problem) return null;
  const problems = (['name', 'number'] as const).flatMap((field) => {
    const messageKey = problem[field];
    return messageKey === undefined ? [] : [{ field, messageKey }];
  });
  return { outcome: 'refused', problems };
}

async function join(
  tx: Queryable,
  { caller, requestId, classId, className, ...joined }: OneChild,
  { profile, number }: { readonly profile: Profile; readonly number: number | null },
): Promise<void> {
  const lastSeenAt = await seenBefore(tx, { ...joined, profileId: profile.id });
  await tx.insert(classProfiles).values({ classId, profileId: profile.id, number, lastSeenAt, addedByStaff: true });
  await recordChange(
    tx,
    { ...caller, requestId },
    {
      action: 'join-class',
      entity: 'profiles',
      entityId: profile.id,
      after: { name: profile.name, classId, className },
    },
  );
}

interface Known {
  readonly place: Place;
  readonly child: Child;
}

async function update(tx: Queryable, enrolment: OneChild, { place, child }: Known): Promise<RowResult> {
  const { caller, requestId, classId, register } = enrolment;
  const isOwn = place.externalId === null && isNamedBy(place, child.externalId);
  const wanted = {
    // Another spelling of the same name stays as staff wrote it.
    name: sameName(child.name) === sameName(place.name) ? place.name : child.name,
    reading: child.reading ?? place.reading,
    externalId: isOwn ? null : child.externalId,
  };
  const number = child.number ?? place.number;
  const { name, reading, externalId } = place;
  const isSame = name === wanted.name && reading === wanted.reading && externalId === wanted.externalId;
  if (isSame && number === place.number) return { outcome: 'unchanged', problems: [] };
  const others = register.here.filter((one) => one !== place && one.deletedAt === null);
  const problem = problemBeside({ name: wanted.name, number }, others);
  if (problem) return problem;
  if (!isSame) {
    const elsewhere = await inAnotherClass(tx, enrolment, place.id);
    if (elsewhere) return refused(elsewhere);
    await tx
      .update(profiles)
      .set({ ...wanted, ...editedBy(place, caller) })
      .where(eq(profiles.id, place.id));
  }
  if (number !== place.number)
    await tx
      .update(classProfiles)
      .set({ number })
      .where(and(eq(classProfiles.classId, classId), eq(classProfiles.profileId, place.id)));
  await recordChange(
    tx,
    { ...caller, requestId },
    {
      ...{ action: 'update', entity: 'profiles', entityId: place.id },
      before: { name, reading, externalId, number: place.number },
      after: { ...wanted, number },
    },
  );
  Object.assign(place, wanted, { number, version: isSame ? place.version : place.version + 1 });
  return { outcome: 'updated', problems: [] };
}

// A child who is or was in a class that the caller does not see keeps its name, which that class shows.
async function inAnotherClass(tx: Queryable, { caller, classId, settings }: OneChild, id: string) {
  try {
    const among = { where: underWayOrOfOthers(settings, { classId }) };
    await assertInNoOtherClass(tx, { caller, profileIds: [id], among });
    return undefined;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 409) return 'messages.profileInOtherClass';
    throw error;
  }
}
