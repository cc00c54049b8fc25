import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { ownSchools, schoolsServedBy } from '#api/domains/schools/scope.ts';
import { textBookIsPublished } from '#api/domains/textbooks/scope.ts';
import { assignableAdministrators, assignableTeachers } from '#api/domains/users/staffing.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { memberships, textbooks, users } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { invalid } from '#api/ground/http/problems.ts';
import type { FieldErrors, MessageKey } from '#schema/problem.ts';
import type { ClassValues } from '#schema/rules/classes.ts';

/** The rows that a class refers to. An update checks only new references, so a class can keep a deactivated teacher. */
export interface References {
  readonly textbookId: string;
  readonly mainTeacherId: string | null;
  readonly schoolAdministratorId: string | null;
  /** The school of the class, which the school administrator owns; null without a school administrator. */
  readonly schoolId: string | null;
  readonly secondaryTeacherIds: readonly string[];
}

interface ReferenceRequest {
  readonly caller: StaffCaller;
  readonly values: ClassValues;
  readonly current?: References;
  /** The school to choose where the school administrator owns several; a class's copy stays in the class's school. */
  readonly preferredSchoolId?: string | null;
}

/** Checks and locks the references of a form; answers 400 with each field whose reference is not allowed. */
export async function resolveReferences(tx: Queryable, request: ReferenceRequest): Promise<References> {
  const checked = await checkReferences(tx, request);
  if ('errors' in checked) throw invalid(checked.errors);
  return checked;
}

/** The same, with the errors as a value instead of a 400. */
export async function checkReferences(
  tx: Queryable,
  request: ReferenceRequest,
): Promise<References | { readonly errors: FieldErrors }> {
  const { values } = request;
  const errors: FieldErrors = {};
  if (!(await textBookFits(tx, request))) errors.textBookId = ['messages.textBookNotAvailable'];
  const missing = await unknownTeachers(tx, request);
  if (values.mainTeacherId !== null && missing.has(values.mainTeacherId))
    errors.mainTeacherId = ['messages.teacherNotAvailable'];
  if (values.secondaryTeacherIds.some((id) => missing.has(id)))
    errors.secondaryTeacherIds = ['messages.teacherNotAvailable'];
  if (request.caller.kind === 'Teacher' && !teachersIn(values).includes(request.caller.userId))
    (errors.mainTeacherId ??= []).push('messages.teacherMustTeach');
  const administrator = await administratorFor(tx, request);
  if ('problem' in administrator) errors.schoolAdministratorId = [administrator.problem];
  if ('problem' in administrator || Object.keys(errors).length > 0) return { errors };
  return {
    textbookId: values.textBookId,
    mainTeacherId: values.mainTeacherId,
    schoolAdministratorId: administrator.id,
    schoolId: await schoolFor(tx, request, administrator.id),
    secondaryTeacherIds: values.secondaryTeacherIds,
  };
}

const teachersIn = ({
  mainTeacherId,
  secondaryTeacherIds,
}: Pick<References, 'mainTeacherId' | 'secondaryTeacherIds'>) =>
  mainTeacherId === null ? secondaryTeacherIds : [mainTeacherId, ...secondaryTeacherIds];

// The share locks keep the textbook and the teachers from being deleted or deactivated until the class is written.
async function textBookFits(tx: Queryable, { values, current }: ReferenceRequest): Promise<boolean> {
  if (values.textBookId === current?.textbookId) return true;
  const found = await tx
    .select({ id: textbooks.id })
    .from(textbooks)
    .where(and(eq(textbooks.id, values.textBookId), textBookIsPublished))
    .for('share');
  return found.length > 0;
}

interface TeachersSought extends Pick<ReferenceRequest, 'caller' | 'current'> {
  readonly values: Pick<ClassValues, 'mainTeacherId' | 'secondaryTeacherIds'>;
}

/** The ids of teachers whom the caller may not assign. Teachers who are on the class already may stay. */
export async function unknownTeachers(
  tx: Queryable,
  { caller, values, current }: TeachersSought,
): Promise<Set<string>> {
  const teachersBefore = current ? teachersIn(current) : [];
  const added = teachersIn(values).filter((id) => !teachersBefore.includes(id));
  if (added.length === 0) return new Set();
  // The query runs beyond the school wall: a teacher may assign people who are known from classes that the teacher does
  // not see, and everybody may assign a teacher without a school.
  const found = await beyondWall(tx, async (all) =>
    all
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, added), assignableTeachers(caller)))
      .orderBy(users.id)
      .for('share'),
  );
  const foundIds = new Set(found.map(({ id }) => id));
  return new Set(added.filter((id) => !foundIds.has(id)));
}

type Administrator = { readonly id: string | null } | { readonly problem: MessageKey };

const fixed = { problem: 'messages.schoolAdministratorFixed' } as const;
const notAvailable = { problem: 'messages.schoolAdministratorNotAvailable' } as const;

/**
 * The school administrator of a class: an owner of its school. Administrators may choose any owner. School owners
 * choose among the owners of their own schools, who see the class in any case.
 */
export async function administratorFor(tx: Queryable, request: ReferenceRequest): Promise<Administrator> {
  const { caller, current } = request;
  const requestedId = request.values.schoolAdministratorId;
  switch (caller.kind) {
    case 'SuperAdmin':
    case 'Administrator':
      if (requestedId === null || requestedId === current?.schoolAdministratorId) return { id: requestedId };
      return (await isAssignable(tx, request, requestedId)) ? { id: requestedId } : notAvailable;
    case 'SchoolOwner': {
      if (current && isKept(current, requestedId)) return { id: current.schoolAdministratorId };
      // A service account owns nothing: its classes belong to the first owner of its school.
      if (requestedId === null && caller.apiKey?.ofServiceAccount === true) {
        const found = await schoolOfTeacher(tx, request);
        return 'id' in found && found.id === null ? notAvailable : found;
      }
      const id = requestedId ?? caller.userId;
      if (await isAssignable(tx, request, id)) return { id };
      return id === caller.userId ? notAvailable : fixed;
    }
    case 'Teacher':
      if (!current) return schoolOfTeacher(tx, request);
      return isKept(current, requestedId) ? { id: current.schoolAdministratorId } : fixed;
  }
}

// A missing value means no change.
const isKept = ({ schoolAdministratorId }: References, requestedId: string | null): boolean =>
  requestedId === null || requestedId === schoolAdministratorId;

// A new class belongs to the school that its teacher works for; a teacher of several schools names one by its owner.
async function schoolOfTeacher(tx: Queryable, request: ReferenceRequest): Promise<Administrator> {
  const { caller, values } = request;
  const requestedId = values.schoolAdministratorId;
  if (requestedId !== null) return (await isAssignable(tx, request, requestedId)) ? { id: requestedId } : notAvailable;
  const owners = await tx
    .select({ id: users.id, schoolId: memberships.schoolId })
    .from(users)
    .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.role, 'SchoolOwner')))
    .where(and(assignableAdministrators(caller), sql`${memberships.schoolId} in ${schoolsServedBy(caller.userId)}`))
    .orderBy(asc(memberships.createdAt), asc(users.id))
    .for('share', { of: users });
  const schools = new Set(owners.map(({ schoolId }) => schoolId));
  return { id: schools.size === 1 ? (owners[0]?.id ?? null) : null };
}

/** The school of a class with this school administrator, among the schools that the caller reaches. */
async function schoolFor(
  tx: Queryable,
  { caller, current, preferredSchoolId = null }: ReferenceRequest,
  administratorId: string | null,
): Promise<string | null> {
  if (administratorId === null) return null;
  if (administratorId === current?.schoolAdministratorId) return current.schoolId;
  const preferred = current?.schoolId ?? preferredSchoolId;
  const reached = ownSchools(caller);
  const [owned] = await tx
    .select({ schoolId: memberships.schoolId })
    .from(memberships)
    .where(
      and(
        eq(memberships.userId, administratorId),
        eq(memberships.role, 'SchoolOwner'),
        reached && sql`${memberships.schoolId} in ${reached}`,
      ),
    )
    .orderBy(
      desc(sql`${memberships.schoolId} is not distinct from ${preferred}::uuid`),
      asc(memberships.createdAt),
      asc(memberships.schoolId),
    )
    .limit(1)
    .for('share');
  return owned?.schoolId ?? null;
}

interface OwnerSought {
  readonly caller: StaffCaller;
  readonly schoolId: string | null;
}

/** The first owner of a school whom the caller may make the school administrator of a class; null where there is none. */
export async function firstOwner(tx: Queryable, { caller, schoolId }: OwnerSought): Promise<string | null> {
  if (schoolId === null) return null;
  const owns = and(eq(memberships.schoolId, schoolId), eq(memberships.role, 'SchoolOwner'));
  const [owner] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(memberships, and(eq(memberships.userId, users.id), owns))
    .where(assignableAdministrators(caller))
    .orderBy(asc(memberships.createdAt), asc(users.id))
    .limit(1)
    .for('share', { of: users });
  return owner?.id ?? null;
}

// The share lock keeps the person from being deleted until the class is written.
async function isAssignable(tx: Queryable, { caller }: ReferenceRequest, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), assignableAdministrators(caller)))
    .for('share');
  return found.length > 0;
}
