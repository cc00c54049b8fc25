import { and, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { editorColumns, editors } from '#api/domains/audit/versions.ts';
import { hashCodeDigest } from '#api/domains/qr-codes/links.ts';
import { forEachRole } from '#api/domains/schools/scope.ts';
import { textBookNameColumns, textBookNameOf } from '#api/domains/textbooks/detail.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { instantText } from '#api/ground/db/instant-text.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import {
  classes,
  classProfiles,
  classSecondaryTeachers,
  media,
  profiles,
  schools,
  textbooks,
  users,
} from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { SignedLinks } from '#api/ground/http/signed-links.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import type { ClassDetail } from '#schema/rest/classes.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { ClassStaff } from '#schema/rest/users.ts';
import { classFields } from '#schema/rules/classes.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { visibleTo } from './scope.ts';

const mainTeachers = alias(users, 'main_teachers');
const administrators = alias(users, 'administrators');

// In the order that staff chose.
const secondaryStaff = sql`coalesce(json_agg(json_build_object(
  'id', teacher.id, 'firstName', teacher.first_name, 'lastName', teacher.last_name, 'status', teacher.status
) order by place.position), '[]')`;
const secondaryPlaces = sql`${classSecondaryTeachers} place join ${users} teacher
  on teacher.id = place.teacher_id and teacher.deleted_at is null`;
const joinedChildren = sql`${classProfiles} joined join ${profiles} child
  on child.id = joined.profile_id and not joined.waiting and child.deleted_at is null`;

// The columns with several rows per class, as one subquery for each class.
const manyOfOne = {
  secondaryTeachers: sql<ClassStaff[]>`(
    select ${secondaryStaff} from ${secondaryPlaces} where place.class_id = ${classes.id}
  )`,
  studentCount: sql<number>`(select count(*)::int from ${joinedChildren} where joined.class_id = ${classes.id})`,
};

const columns = {
  id: classes.id,
  classCode: classes.classCode,
  classHashCode: classes.classHashCode,
  ...pick(classes, classFields),
  externalId: classes.externalId,
  approvalRequired: classes.approvalRequired,
  schoolId: classes.schoolId,
  // A function, since the wall between schools hides the old class and the turn from a teacher.
  codesUntil: sql<string | null>`codes_until(${classes.id})::text`,
  version: classes.version,
  createdAt: instantText(classes.createdAt),
  updatedAt: instantText(classes.updatedAt),
  textBook: textBookNameColumns,
  mainTeacher: {
    id: mainTeachers.id,
    firstName: mainTeachers.firstName,
    lastName: mainTeachers.lastName,
    status: mainTeachers.status,
  },
  schoolAdministrator: {
    id: administrators.id,
    firstName: administrators.firstName,
    lastName: administrators.lastName,
    status: administrators.status,
  },
  school: { id: schools.id, name: schools.name },
  updatedBy: editorColumns,
};

const selectWith = <Many extends typeof manyOfOne>(db: Queryable, many: Many) =>
  db
    .select({ ...columns, ...many })
    .from(classes)
    .innerJoin(textbooks, eq(textbooks.id, classes.textbookId))
    .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
    .leftJoin(mainTeachers, and(eq(mainTeachers.id, classes.mainTeacherId), isNull(mainTeachers.deletedAt)))
    .leftJoin(
      administrators,
      and(eq(administrators.id, classes.schoolAdministratorId), isNull(administrators.deletedAt)),
    )
    .leftJoin(schools, eq(schools.id, classes.schoolId))
    .leftJoin(editors, eq(editors.id, classes.updatedById));

/** Classes with all columns of a list or detail. Deleted staff are left out, deactivated staff are not. */
export const selectClasses = (db: Queryable) => selectWith(db, manyOfOne).$dynamic();

/**
 * The same columns of the classes whose `ids` are an array in SQL. What a class has many of is read once for all these
 * classes, which takes less time than a query for each.
 */
export const selectClassesOf = (db: Queryable, ids: SQL | Placeholder) =>
  selectWith(db, {
    secondaryTeachers: sql<ClassStaff[]>`coalesce(secondary.teachers, '[]')`,
    studentCount: sql<number>`coalesce(students.count, 0)`,
  })
    .leftJoin(
      sql`(select place.class_id, ${secondaryStaff} as teachers from ${secondaryPlaces}
        where place.class_id = any(${ids}) group by place.class_id) secondary`,
      sql`secondary.class_id = ${classes.id}`,
    )
    .leftJoin(
      sql`(select joined.class_id, count(*)::int as count from ${joinedChildren}
        where joined.class_id = any(${ids}) group by joined.class_id) students`,
      sql`students.class_id = ${classes.id}`,
    )
    .where(sql`${classes.id} = any(${ids})`);

export type ClassRow = Awaited<ReturnType<typeof selectClasses>>[number];

/** Classes in the contract's shape. Added fields come before the spread, which is faster (docs/decisions.md). */
export const classDetails = (
  { links, settings }: Uses<'settings' | 'links'>,
  rows: readonly ClassRow[],
): ClassDetail[] =>
  rows.map((row) => ({
    inactiveStaffIds: inactiveOf([row.mainTeacher, row.schoolAdministrator, ...row.secondaryTeachers]),
    urlLink: classUrl(settings, row.classHashCode),
    communityLink: communityUrl(settings, row.classHashCode),
    qrCode: qrLinks(row, links),
    ...row,
    textBook: textBookNameOf(row.textBook, links),
  }));

const inactiveOf = (staff: readonly (ClassStaff | null)[]): string[] =>
  staff.flatMap((one) => (one && one.status !== UserStatus.ACTIVED ? [one.id] : []));

const classByRole = forEachRole((kind) =>
  preparedQuery(['id', 'userId'], (db: Queryable, { id, userId }) =>
    selectClasses(db).where(and(eq(classes.id, id), visibleTo({ kind, userId }))),
  ),
);

/** Classes by their ids, in any order; the caller has checked that they are visible. */
export const classRows = preparedQuery(['ids'], (db: Queryable, { ids }) => selectClassesOf(db, ids));

/** Reads one class; 404 when it does not exist, and the same 404 when the caller does not see it. */
export const classDetailOf =
  (services: Uses<'db' | 'settings' | 'links'>) =>
  async (caller: StaffCaller, id: string): Promise<ClassDetail> => {
    const [detail] = classDetails(services, await classByRole[caller.kind](services.db, { id, userId: caller.userId }));
    if (!detail) throw notFound();
    return detail;
  };

interface Codes {
  readonly id: string;
  readonly classCode: string;
  readonly classHashCode: string;
}

/** The class's page for students, which its QR code opens. */
export const classUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, classHashCode: string): string =>
  `${publicUrl}/student/class/${classHashCode}`;

/** The class's wall. */
const communityUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, classHashCode: string): string =>
  `${publicUrl}/student/community/list?class=${classHashCode}`;

const qrFileName = ({ classCode, classHashCode }: Codes, format: 'svg' | 'png'): string =>
  `${classCode}-${hashCodeDigest(classHashCode)}.${format}`;

function qrLinks(codes: Codes, links: SignedLinks) {
  return {
    svg: links.download('class-qr', codes.id, qrFileName(codes, 'svg')),
    png: links.download('class-qr', codes.id, qrFileName(codes, 'png')),
  };
}

/** The values of a class that an update may leave out. */
export function storedValuesOf(stored: ClassDetail) {
  const { approvalRequired, externalId, mainTeacher, schoolAdministrator, secondaryTeachers } = stored;
  return {
    ...pick(stored, classFields),
    approvalRequired,
    externalId,
    mainTeacherId: mainTeacher?.id ?? null,
    schoolAdministratorId: schoolAdministrator?.id ?? null,
    secondaryTeacherIds: secondaryTeachers.map(({ id }) => id),
  };
}
