import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { assignableTeachers } from '#api/domains/users/staffing.ts';
import { classes, textbooks, users } from '#api/ground/db/schema.ts';
import { foldedShortCode } from '#api/ground/db/short-code.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { invalid } from '#api/ground/http/problems.ts';
import { upsertEach, type Upserted } from '#api/ground/http/upsert-each.ts';
import type { Uses } from '#api/ground/services.ts';
import { type FieldErrors, fieldErrors } from '#schema/problem.ts';
import { type ClassDetail, createClass as createOperation } from '#schema/rest/classes.ts';
import type { ClassRow, UpsertResults } from '#schema/rest/upserts.ts';
import { classDetailOf, storedValuesOf } from './detail.ts';
import { visibleTo } from './scope.ts';
import { createClass, updateClass } from './write.ts';

type Services = Uses<'db' | 'settings' | 'links'>;

interface Wish {
  readonly caller: StaffCaller;
  readonly requestId: string;
}

/** Creates or changes classes by the ids of the school's own system. */
export const upsertClasses = (services: Services, wish: Wish, rows: readonly ClassRow[]): Promise<UpsertResults> =>
  upsertEach(rows, (row) => upsertClass(services, wish, row));

async function upsertClass(services: Services, wish: Wish, row: ClassRow): Promise<Upserted> {
  const known = await knownClass(services, wish.caller, row);
  const values = await valuesOf(services, wish.caller, { row, known });
  if (!known) return { id: await createClass(services, { ...wish, values }), outcome: 'created' };
  const { id, version } = known;
  if (isSame(values, known)) return { id, outcome: 'unchanged' };
  await updateClass(services, { ...wish, id, values: { ...values, version } });
  return { id, outcome: 'updated' };
}

async function knownClass(services: Services, caller: StaffCaller, row: ClassRow): Promise<ClassDetail | undefined> {
  const find = async (which: SQL | undefined) =>
    services.db
      .select({ id: classes.id })
      .from(classes)
      .where(and(visibleTo(caller), which))
      .limit(1);
  const { externalId, classCode } = row;
  const [found] = await find(eq(classes.externalId, externalId.trim()));
  // What was made by hand has no external id yet.
  const [byCode] =
    found || !classCode
      ? []
      : await find(and(isNull(classes.externalId), eq(classes.classCode, classCode.toUpperCase())));
  const known = found ?? byCode;
  return known && classDetailOf(services)(caller, known.id);
}

interface Row {
  readonly row: ClassRow;
  readonly known: ClassDetail | undefined;
}

/** The values of a row, by the rules of the form; what it leaves out stays. */
async function valuesOf(services: Services, caller: StaffCaller, { row, known }: Row) {
  const { className, startDate, endDate, classCode } = row;
  const errors: FieldErrors = {};
  const stored = known && storedValuesOf(known);
  const teacher = await teachersOf(services, caller, row);
  const idOf = (field: string, name: string): string => {
    const id = teacher.get(name);
    if (id === undefined) errors[field] = ['messages.teacherNotAvailable'];
    return id ?? '';
  };
  const { mainTeacher, secondaryTeachers } = row;
  const { data, error } = createOperation.body.safeParse({
    ...stored,
    ...{ className, startDate, endDate },
    externalId: row.externalId.trim(),
    classCode: known ? undefined : (classCode?.toUpperCase() ?? undefined),
    textBookId: (await textBookIdOf(services, row)) ?? known?.textBook.id,
    ...(mainTeacher !== undefined && { mainTeacherId: mainTeacher === null ? null : idOf('mainTeacher', mainTeacher) }),
    ...(secondaryTeachers && {
      secondaryTeacherIds: secondaryTeachers.map((name) => idOf('secondaryTeachers', name)),
    }),
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  if (error) throw invalid(fieldErrors(error));
  if (data.externalId === null) throw invalid({ externalId: ['messages.invalidValue'] });
  return data;
}

/** The ids of the teachers whom a row names and the caller may put on a class. */
async function teachersOf({ db }: Services, caller: StaffCaller, row: ClassRow): Promise<Map<string, string>> {
  const names = [row.mainTeacher ?? [], row.secondaryTeachers ?? []].flat();
  if (names.length === 0) return new Map();
  // As in `unknownTeachers`.
  const found = await beyondWall(db, async (all) =>
    all
      .select({ id: users.id, externalId: users.externalId })
      .from(users)
      .where(and(inArray(users.externalId, names), assignableTeachers(caller))),
  );
  return new Map(found.map(({ id, externalId }) => [externalId ?? '', id]));
}

async function textBookIdOf(
  { db }: Services,
  { textBookId, textBookShortCode }: ClassRow,
): Promise<string | undefined> {
  if (textBookId || !textBookShortCode) return textBookId ?? undefined;
  const isIt = sql`${foldedShortCode(textbooks.shortCode)} = ${foldedShortCode(sql`${textBookShortCode}::text`)}`;
  const [found] = await db
    .select({ id: textbooks.id })
    .from(textbooks)
    .where(and(isIt, isNull(textbooks.deletedAt)));
  if (!found) throw invalid({ textBookShortCode: ['messages.textBookNotAvailable'] });
  return found.id;
}

type Values = Awaited<ReturnType<typeof valuesOf>>;

function isSame(values: Values, known: ClassDetail): boolean {
  const { className, startDate, endDate, textBook } = known;
  const stored = { ...storedValuesOf(known), className, startDate, endDate, textBookId: textBook.id };
  return Object.entries(stored).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(values[name as keyof Values]),
  );
}
