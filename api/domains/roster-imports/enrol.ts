import { and, eq } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { editedBy } from '#api/domains/audit/versions.ts';
import { insertStudents } from '#api/domains/class-profiles/add.ts';
import { assertInNoOtherClass, underWayOrOfOthers } from '#api/domains/class-profiles/other-classes.ts';
import { lockClass } from '#api/domains/classes/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { classProfiles, profiles } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ApiProblem } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { type Changing, fitRegister, isChanging, isJoining, type Joining, resolveRows } from './fit-register.ts';
import { type Profile, registerOf } from './register.ts';
import { type RowResult, refused, type StudentValues } from './row-values.ts';
import { seenBefore } from './seen-before.ts';

interface Enrolment {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly classId: string;
  /** The `sourcedId`s of the classes for which the package lists all children. */
  readonly listedClasses: ReadonlySet<string>;
}

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
    const { className, startDate, schoolId } = row;
    const ofClass = { ...enrolment, settings, className, startDate, schoolId };
    const resolved = resolveRows(register, rows);
    for (const [at, one] of resolved.entries())
      if (isChanging(one) && !one.isSameProfile) {
        const elsewhere = await inAnotherClass(tx, ofClass, one.place.id);
        if (elsewhere) resolved[at] = refused(elsewhere);
      }
    let count = register.here.filter(({ deletedAt }) => deletedAt === null).length;
    const results: RowResult[] = [];
    for (const one of fitRegister(resolved, register.here))
      if (isChanging(one)) {
        await change(tx, ofClass, one);
        results.push({ outcome: 'updated', problems: [] });
      } else if (isJoining(one)) {
        const isMovedFrom = (name: string) => isLeft(name, one.values, enrolment.listedClasses);
        await add(tx, { ...ofClass, isMovedFrom, countBefore: count }, one);
        count += 1;
        results.push({ outcome: 'created', problems: [] });
      } else results.push(one);
    return results;
  });

// Whether the package has taken a child out of a class.
const isLeft = (name: string, { alsoIn, endedIn }: StudentValues, listedClasses: ReadonlySet<string>): boolean =>
  !alsoIn.includes(name) && (endedIn.includes(name) || listedClasses.has(name));

interface OfClass extends Enrolment, Uses<'settings'> {
  readonly className: string;
  readonly startDate: string;
  readonly schoolId: string | null;
}

interface Newcomers extends OfClass {
  readonly isMovedFrom: (sourcedId: string) => boolean;
}

async function add(
  tx: Queryable,
  ofClass: Newcomers & { readonly countBefore: number },
  { child, profile, name, number }: Joining,
): Promise<void> {
  if (profile) return join(tx, ofClass, { profile, number });
  const { externalId, reading = '' } = child;
  await insertStudents(tx, ofClass, [{ id: newId(), externalId, name, reading, number }]);
}

async function join(
  tx: Queryable,
  { caller, requestId, classId, className, ...joined }: Newcomers,
  { profile, number }: { readonly profile: Profile; readonly number: number | null },
): Promise<void> {
  const lastSeenAt = await seenBefore(tx, { ...joined, classId, profileId: profile.id });
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

async function change(
  tx: Queryable,
  { caller, requestId, classId }: OfClass,
  { place, wanted, number, isSameProfile }: Changing,
): Promise<void> {
  const { name, reading, externalId } = place;
  if (!isSameProfile)
    await tx
      .update(profiles)
      .set({ ...wanted, ...editedBy(place, caller) })
      .where(eq(profiles.id, place.id));
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
}

// A child who is or was in a class that the caller does not see keeps its name, which that class shows.
async function inAnotherClass(tx: Queryable, { caller, classId, settings }: OfClass, id: string) {
  try {
    const among = { where: underWayOrOfOthers(settings, { classId }) };
    await assertInNoOtherClass(tx, { caller, profileIds: [id], among });
    return undefined;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 409) return 'messages.profileInOtherClass';
    throw error;
  }
}
