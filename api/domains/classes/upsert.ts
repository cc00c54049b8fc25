import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { assignableTeachers } from '#api/domains/users/staffing.ts';
import { hasShortCode, idOfTextBook } from '#api/domains/textbooks/write.ts';
import { classes, textbooks, users } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { invalid } from '#api/ground/http/problems.ts';
import { checkedValues, upsertEach, type Upserted } from '#api/ground/http/upsert-each.ts';
import type { Uses } from '#api/ground/services.ts';
import type { FieldErrors } from '#schema/problem.ts';
import { type ClassDetail, createClass as createOperation } from '#schema/rest/classes.ts';
import type { ClassRow, UpsertResults } from '#schema/rest/upserts.ts';
import { classDetailOf, storedValuesOf } from './detail.ts';
import { visibleTo } from './scope.ts';
import { createClass, updateClass } from './write.ts';

type Services = Uses<'db' | 'settings' | 'links'>;

interface StaffRequest {
  readonly caller: StaffCaller;
  readonly requestId: string;
}

/** Creates or changes classes by the ids of the school's own system. */
export const upsertClasses = (
  services: Services,
  request: StaffRequest,
  rows: readonly ClassRow[],
): Promise<UpsertResults> => upsertEach(rows, (row) => upsertClass(services, request, row));

/** The school of a new class and its administrator, which a row of a roster does not contain. */
export interface NewPlace {
  readonly schoolAdministratorId: string;
  readonly preferredSchoolId: string;
}

/** Creates or changes one class; a problem is thrown. */
export async function upsertClass(
  services: Services,
  request: StaffRequest,
  row: ClassRow,
  place?: NewPlace,
): Promise<Upserted> {
  const existing = await existingClass(services, request.caller, row);
  const values = await valuesOf(services, request.caller, { row, existing });
  if (!existing) {
    const { schoolAdministratorId = null, preferredSchoolId } = place ?? {};
    const creation = { ...request, values: { ...values, schoolAdministratorId }, preferredSchoolId };
    return { id: await createClass(services, creation), outcome: 'created' };
  }
  const { id, version } = existing;
  if (isSame(values, existing)) return { id, outcome: 'unchanged' };
  await updateClass(services, { ...request, id, values: { ...values, version } });
  return { id, outcome: 'updated' };
}

/** The class that a row of a roster means. */
export async function existingClass(
  services: Services,
  caller: StaffCaller,
  row: Pick<ClassRow, 'externalId' | 'classCode'>,
): Promise<ClassDetail | undefined> {
  const find = async (which: SQL | undefined) =>
    services.db
      .select({ id: classes.id })
      .from(classes)
      .where(and(visibleTo(caller), which))
      .limit(1);
  const { classCode } = row;
  const externalId = row.externalId.trim();
  const [byExternalId] = await find(eq(classes.externalId, externalId));
  const [found = byExternalId] =
    byExternalId || !isUuid(externalId) ? [] : await find(and(isNull(classes.externalId), eq(classes.id, externalId)));
  // A class that was created by hand has no external id yet, so the class code finds it.
  const [byCode] =
    found || !classCode
      ? []
      : await find(and(isNull(classes.externalId), eq(classes.classCode, classCode.toUpperCase())));
  const existing = found ?? byCode;
  return existing && classDetailOf(services)(caller, existing.id);
}

interface Row {
  readonly row: ClassRow;
  readonly existing: ClassDetail | undefined;
}

/** The values of a row, by the rules of the form; a field that the row leaves out keeps its value. */
async function valuesOf(services: Services, caller: StaffCaller, { row, existing }: Row) {
  const { className, startDate, endDate, classCode } = row;
  const errors: FieldErrors = {};
  const stored = existing && storedValuesOf(existing);
  const teacher = await teachersOf(services, caller, row);
  // A teacher of the class may stay, even if the caller may not assign this teacher.
  const present = stored ? [stored.mainTeacherId ?? [], stored.secondaryTeacherIds].flat() : [];
  const idOf = (field: string, name: string): string => {
    const id = teacher.get(name) ?? (present.includes(name) ? name : undefined);
    if (id === undefined) errors[field] = ['messages.teacherNotAvailable'];
    return id ?? '';
  };
  const { mainTeacher, secondaryTeachers } = row;
  const parsed = createOperation.body.safeParse({
    ...stored,
    ...{ className, startDate, endDate },
    externalId: row.externalId.trim(),
    classCode: existing ? undefined : (classCode?.toUpperCase() ?? undefined),
    textBookId: (await textBookIdOf(services, row)) ?? existing?.textBook.id,
    ...(mainTeacher !== undefined && { mainTeacherId: mainTeacher === null ? null : idOf('mainTeacher', mainTeacher) }),
    ...(secondaryTeachers && {
      secondaryTeacherIds: secondaryTeachers.map((name) => idOf('secondaryTeachers', name)),
    }),
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return checkedValues(parsed, existing);
}

const teachersOf = (services: Services, caller: StaffCaller, { mainTeacher, secondaryTeachers }: ClassRow) =>
  teachersNamed(services, caller, [mainTeacher ?? [], secondaryTeachers ?? []].flat());

/** The ids of those of the named teachers that the caller may assign to a class, by their names in the roster. */
export async function teachersNamed(
  { db }: Uses<'db'>,
  caller: StaffCaller,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  // The query runs beyond the school wall, for the reason in `unknownTeachers`.
  const found = await beyondWall(db, async (all) =>
    all
      .select({ id: users.id, externalId: users.externalId })
      .from(users)
      .where(and(isTeacherNamed(names), assignableTeachers(caller))),
  );
  return new Map([
    ...found.map(({ id }) => [id, id] as const),
    ...found.map(({ id, externalId }) => [externalId ?? id, id] as const),
  ]);
}

/** The condition for users whom a roster names: by their external id, or by our own id. */
export function isTeacherNamed(names: readonly string[]): SQL | undefined {
  const ids = names.filter((name) => isUuid(name));
  return or(
    inArray(users.externalId, [...names]),
    // A school's export names a visiting teacher by our own id, also when the teacher has an external id.
    ids.length > 0 ? inArray(users.id, ids) : undefined,
  );
}

async function textBookIdOf({ db }: Services, row: ClassRow): Promise<string | undefined> {
  const { textBookId, textBookExternalId, textBookShortCode } = row;
  if (textBookId) return textBookId;
  const named = textBookExternalId
    ? ({ field: 'textBookExternalId', which: eq(textbooks.externalId, textBookExternalId.trim()) } as const)
    : textBookShortCode && ({ field: 'textBookShortCode', which: hasShortCode(textBookShortCode) } as const);
  if (!named) return undefined;
  const found = await idOfTextBook(db, named.which);
  if (found === undefined) throw invalid({ [named.field]: ['messages.textBookNotAvailable'] });
  return found;
}

type Values = Awaited<ReturnType<typeof valuesOf>>;

function isSame(values: Values, existing: ClassDetail): boolean {
  const { className, startDate, endDate, textBook } = existing;
  const stored = { ...storedValuesOf(existing), className, startDate, endDate, textBookId: textBook.id };
  return Object.entries(stored).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(values[name as keyof Values]),
  );
}
