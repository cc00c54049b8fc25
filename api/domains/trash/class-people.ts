import { and, asc, desc, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import { ownersOf } from '#api/domains/schools/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, classSecondaryTeachers, memberships, schools, users } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import { ApiProblem } from '#api/ground/http/problems.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';

interface People {
  readonly mainTeacherId: string | null;
  readonly schoolAdministratorId: string | null;
  readonly secondaryTeacherIds: readonly string[];
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
    const held = await lockPeople(all, current, schoolId);
    const stays = new Set(held.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id));
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
async function lockPeople(tx: Queryable, people: People, schoolId: string | null) {
  const { mainTeacherId, schoolAdministratorId, secondaryTeacherIds } = people;
  const ids = [mainTeacherId, schoolAdministratorId, ...secondaryTeacherIds].filter((id) => id !== null);
  const owners = schoolId === null ? undefined : inArray(users.id, ownersOf(sql`(${schoolId}::uuid)`));
  return tx
    .select({ id: users.id, deletedAt: users.deletedAt })
    .from(users)
    .where(or(inArray(users.id, ids), owners))
    .orderBy(asc(users.id))
    .for('share');
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
