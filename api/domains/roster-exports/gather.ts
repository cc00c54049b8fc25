import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { isRunning, visibleTo } from '#api/domains/classes/scope.ts';
import { ownPeople } from '#api/domains/schools/scope.ts';
import type { Database } from '#api/ground/db/client.ts';
import { idArray } from '#api/ground/db/id-array.ts';
import { oneMoment } from '#api/ground/db/one-moment.ts';
import {
  classes,
  classProfiles,
  classSecondaryTeachers,
  memberships,
  profiles,
  schools,
  textbooks,
  users,
} from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';

export interface Wanted {
  readonly caller: StaffCaller;
  readonly schoolId: string | undefined;
  /** The installation's zone, for classes of a school without one. */
  readonly timeZone: string;
}

/** The classes of an export. */
export const isWanted = ({ caller, schoolId, timeZone }: Wanted): SQL | undefined =>
  and(visibleTo(caller), isRunning(timeZone), schoolId === undefined ? undefined : eq(classes.schoolId, schoolId));

/** The children of an export: those in the trash and those who wait for admission are left out. */
export const isShownChild = and(isNull(profiles.deletedAt), eq(classProfiles.waiting, false));

/** Reads all rows of an export in one transaction. */
export const gather = (db: Database, wanted: Wanted) =>
  db.transaction(async (tx) => {
    const found = await tx
      .select({
        ...{ id: classes.id, externalId: classes.externalId, className: classes.className },
        ...{ startDate: classes.startDate, endDate: classes.endDate, schoolId: classes.schoolId },
        mainTeacherId: classes.mainTeacherId,
        textBook: {
          id: textbooks.id,
          externalId: textbooks.externalId,
          name: textbooks.name,
          shortCode: textbooks.shortCode,
        },
      })
      .from(classes)
      .innerJoin(textbooks, eq(textbooks.id, classes.textbookId))
      .where(isWanted(wanted))
      .orderBy(asc(classes.id));
    const classIds = anyOf(found.map(({ id }) => id));
    const schoolIds = anyOf(found.flatMap(({ schoolId }) => schoolId ?? []));
    const secondary = await tx
      .select({ classId: classSecondaryTeachers.classId, teacherId: classSecondaryTeachers.teacherId })
      .from(classSecondaryTeachers)
      .where(sql`${classSecondaryTeachers.classId} = ${classIds}`)
      .orderBy(asc(classSecondaryTeachers.classId), asc(classSecondaryTeachers.position));
    const members = await tx
      .select({ schoolId: memberships.schoolId, teacherId: memberships.userId })
      .from(memberships)
      .where(and(sql`${memberships.schoolId} = ${schoolIds}`, eq(memberships.role, 'Teacher')))
      .orderBy(asc(memberships.userId), asc(memberships.schoolId));
    const teacherIds = anyOf([
      ...found.flatMap(({ mainTeacherId }) => mainTeacherId ?? []),
      ...[...secondary, ...members].map(({ teacherId }) => teacherId),
    ]);
    const teachers = await tx
      .select({
        ...{ id: users.id, externalId: users.externalId, email: users.email, status: users.status },
        ...{ firstName: users.firstName, lastName: users.lastName },
        isManaged: sql<boolean>`${ownPeople(wanted.caller) ?? sql`true`}`,
      })
      .from(users)
      .where(and(sql`${users.id} = ${teacherIds}`, isNull(users.deletedAt)))
      .orderBy(asc(users.id));
    const children = await tx
      .select({
        ...{ id: profiles.id, externalId: profiles.externalId, name: profiles.name, reading: profiles.reading },
        ...{ classId: classProfiles.classId, number: classProfiles.number },
      })
      .from(classProfiles)
      .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
      .where(and(sql`${classProfiles.classId} = ${classIds}`, isShownChild))
      .orderBy(asc(classProfiles.classId), asc(classProfiles.number), asc(profiles.id));
    const orgs = await tx
      .select({ id: schools.id, name: schools.name })
      .from(schools)
      .where(sql`${schools.id} = ${schoolIds}`)
      .orderBy(asc(schools.id));
    return { classes: found, secondary, members, teachers: teachers.map(asShown), children, schools: orgs };
  }, oneMoment);

type Teacher = Pick<typeof users.$inferSelect, 'id' | 'externalId' | 'email' | 'status' | 'firstName' | 'lastName'>;

// A school knows the name of a visiting teacher alone, as its list of users does not have the account.
const asShown = ({ isManaged, ...teacher }: Teacher & { readonly isManaged: boolean }): Teacher =>
  isManaged ? teacher : { ...teacher, externalId: null, email: '', status: UserStatus.ACTIVED };

export type Gathered = Awaited<ReturnType<typeof gather>>;

const anyOf = (ids: readonly string[]): SQL => sql`any(${idArray([...new Set(ids)])})`;
