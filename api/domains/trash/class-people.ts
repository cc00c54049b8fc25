import { and, asc, desc, eq, inArray, isNull, not, notInArray, or, sql } from 'drizzle-orm';
import { type Author, recordChange } from '#api/domains/audit/record.ts';
import { ownersOf, taughtBy } from '#api/domains/schools/scope.ts';
import { teachersOfSchools } from '#api/domains/users/staffing.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, classSecondaryTeachers, memberships, schools, users } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import { ApiProblem } from '#api/ground/http/problems.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { joinedSchoolSince } from './scope.ts';

interface People {
  readonly mainTeacherId: string | null;
  readonly schoolAdministratorId: string | null;
  readonly secondaryTeacherIds: readonly string[];
}

interface PeopleOfClass extends People {
  readonly classId: string;
  readonly schoolId: string | null;
}

interface Mended {
  readonly before: Partial<People>;
  readonly after: Partial<People>;
}

/**
 * Gives a class that comes back from the trash people who can be on it. Meanwhile its people could be deleted or
 * leave the school; a class whose school administrator is purged would lose its school. Call it with the
 * class locked, since classes are locked before people. Resolves to the values that changed, for the audit log.
 */
export async function mendPeopleOfClass(tx: Queryable, classId: string): Promise<Mended> {
  // The query runs beyond the school wall: a teacher of the class does not see all owners of its school.
  return beyondWall(tx, async (all) => {
    const { schoolId, ...current } = await peopleOf(all, classId);
    await lockPeople(all, current, schoolId);
    const stays = await teachersWhoStay(all, { classId, schoolId, ...current });
    const { mainTeacherId } = current;
    const mended = {
      mainTeacherId: mainTeacherId !== null && stays.has(mainTeacherId) ? mainTeacherId : null,
      schoolAdministratorId: await ownerFor(all, current, schoolId),
      secondaryTeacherIds: current.secondaryTeacherIds.filter((id) => stays.has(id)),
    };
    const changes = changesOf(current, mended);
    if (Object.keys(changes.after).length > 0) await writePeople(all, classId, mended);
    return changes;
  });
}

/**
 * Takes a teacher who leaves a school off its classes in the trash, so that no restore gives the teacher a class back. Call it
 * before the person is locked, since classes are locked before people.
 */
export async function leaveDeletedClasses(
  tx: Queryable,
  { author, schoolId, userId }: { readonly author: Author; readonly schoolId: string; readonly userId: string },
): Promise<void> {
  // The classes that are not deleted are locked too, so that none of them is deleted meanwhile.
  const taught = await tx
    .select({ id: classes.id, deletedAt: classes.deletedAt })
    .from(classes)
    .where(and(eq(classes.schoolId, schoolId), taughtBy(userId)))
    .orderBy(asc(classes.id))
    .for('no key update');
  for (const { id } of taught.filter(({ deletedAt }) => deletedAt !== null)) {
    const { schoolId: _, ...people } = await peopleOf(tx, id);
    const secondaryTeacherIds = people.secondaryTeacherIds.filter((teacherId) => teacherId !== userId);
    const mainTeacherId = people.mainTeacherId === userId ? null : people.mainTeacherId;
    if (mainTeacherId === null) await tx.update(classes).set({ mainTeacherId }).where(eq(classes.id, id));
    await tx
      .delete(classSecondaryTeachers)
      .where(and(eq(classSecondaryTeachers.classId, id), eq(classSecondaryTeachers.teacherId, userId)));
    const changes = changesOf(people, { ...people, mainTeacherId, secondaryTeacherIds });
    await recordChange(tx, author, { action: 'update', entity: 'classes', entityId: id, ...changes });
  }
}

async function peopleOf(tx: Queryable, classId: string) {
  const { mainTeacherId, schoolAdministratorId, schoolId } = classes;
  const [row] = await tx
    .select({ mainTeacherId, schoolAdministratorId, schoolId })
    .from(classes)
    .where(eq(classes.id, classId));
  if (!row) throw new Error('A locked class is gone');
  const secondary = await tx
    .select({ teacherId: classSecondaryTeachers.teacherId })
    .from(classSecondaryTeachers)
    .where(eq(classSecondaryTeachers.classId, classId))
    .orderBy(asc(classSecondaryTeachers.position));
  return { ...row, secondaryTeacherIds: secondary.map(({ teacherId }) => teacherId) };
}

// The share locks keep the people and the owners of the school from being deleted until the class is back.
async function lockPeople(tx: Queryable, people: People, schoolId: string | null): Promise<void> {
  const { mainTeacherId, schoolAdministratorId, secondaryTeacherIds } = people;
  const ids = [mainTeacherId, schoolAdministratorId, ...secondaryTeacherIds].filter((id) => id !== null);
  const owners = schoolId === null ? undefined : inArray(users.id, ownersOf(sql`(${schoolId}::uuid)`));
  await tx
    .select({ id: users.id })
    .from(users)
    .where(or(inArray(users.id, ids), owners))
    .orderBy(asc(users.id))
    .for('share');
}

// A statement of its own, so that it sees what a transaction that held the people has written.
async function teachersWhoStay(
  tx: Queryable,
  { classId, schoolId, mainTeacherId, secondaryTeacherIds }: PeopleOfClass,
): Promise<ReadonlySet<string>> {
  const ids = [mainTeacherId, ...secondaryTeacherIds].filter((id) => id !== null);
  const deletedAt = sql`(select ${classes.deletedAt} from ${classes} where ${classes.id} = ${classId})`;
  const isOfSchool = or(teachersOfSchools(sql`(${schoolId}::uuid)`), not(joinedSchoolSince(users.id, deletedAt)));
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deletedAt), schoolId === null ? undefined : isOfSchool));
  return new Set(found.map(({ id }) => id));
}

/** The school administrator of before while they own the school, else its first owner, an active one where there is one. */
async function ownerFor(tx: Queryable, { schoolAdministratorId }: People, schoolId: string | null) {
  if (schoolId === null) return schoolAdministratorId;
  const isOwner = and(eq(memberships.schoolId, schoolId), eq(memberships.role, 'SchoolOwner'));
  const [owner] = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(isOwner, isNull(users.deletedAt)))
    .orderBy(
      desc(sql`${users.id} is not distinct from ${schoolAdministratorId}::uuid`),
      desc(eq(users.status, UserStatus.ACTIVED)),
      asc(memberships.createdAt),
      asc(users.id),
    )
    .limit(1);
  if (!owner) throw await hasNoOwner(tx, schoolId);
  return owner.id;
}

async function hasNoOwner(tx: Queryable, schoolId: string): Promise<ApiProblem> {
  const [school] = await tx.select({ name: schools.name }).from(schools).where(eq(schools.id, schoolId));
  const name = school?.name ?? '';
  return new ApiProblem({
    status: 409,
    messageKey: 'messages.schoolHasNoOwner',
    messageValues: { name },
    detail: `${name} has no owner.`,
  });
}

async function writePeople(tx: Queryable, classId: string, { secondaryTeacherIds, ...columns }: People): Promise<void> {
  await tx.update(classes).set(columns).where(eq(classes.id, classId));
  await tx
    .delete(classSecondaryTeachers)
    .where(
      and(
        eq(classSecondaryTeachers.classId, classId),
        notInArray(classSecondaryTeachers.teacherId, [...secondaryTeacherIds]),
      ),
    );
}

function changesOf(before: People, after: People): Mended {
  const fields = (['mainTeacherId', 'schoolAdministratorId', 'secondaryTeacherIds'] as const).filter(
    (field) => String(before[field]) !== String(after[field]),
  );
  const only = (people: People) => Object.fromEntries(fields.map((field) => [field, people[field]]));
  return { before: only(before), after: only(after) };
}
