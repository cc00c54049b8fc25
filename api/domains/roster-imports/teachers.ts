import { and, inArray } from 'drizzle-orm';
import { existingClass, isTeacherNamed, teachersNamed } from '#api/domains/classes/upsert.ts';
import { users } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { Uses } from '#api/ground/services.ts';
import type { ClassRow } from '#schema/rest/upserts.ts';
import { maximumSecondaryTeachers } from '#schema/rules/classes.ts';
import { refused, type RowResult, skipped, teacherValues } from './row-values.ts';

interface Teaching {
  readonly caller: StaffCaller;
  /** Of the class. */
  readonly externalId: string;
  /** The rows of its teachers. */
  readonly wanted: readonly { readonly position: number; readonly values: unknown }[];
  /** The teachers whose place in the class the package ends. */
  readonly ended: readonly string[];
}

interface Teachers extends Pick<ClassRow, 'mainTeacher' | 'secondaryTeachers'> {
  readonly refusals: ReadonlyMap<number, RowResult>;
  /** The result for a teacher whose place the package ends. */
  readonly endingOf: (person: string) => RowResult;
}

const unchanged: RowResult = { outcome: 'unchanged', problems: [] };
const leaves: RowResult = {
  outcome: 'updated',
  problems: [{ field: null, messageKey: 'messages.rosterTeacherLeaves' }],
};

/**
 * The teachers of a class: those of the package whom the caller may assign, then those of the class whom the package
 * neither lists nor ends. A refused teacher does not keep the class out. Without an assignable teacher, the class keeps
 * its teachers. Without a primary teacher in the package, the main teacher stays; a new class gets the first one.
 */
export async function teachersOf(services: Uses<'db' | 'settings' | 'links'>, teaching: Teaching): Promise<Teachers> {
  const { caller, externalId } = teaching;
  const wanted = teaching.wanted.map(({ position, values }) => ({ ...teacherValues.parse(values), position }));
  const ids = await teachersNamed(
    services,
    caller,
    wanted.map(({ person }) => person),
  );
  const found = wanted.flatMap((one) => {
    const id = ids.get(one.person);
    return id === undefined ? [] : [{ ...one, id }];
  });
  const refusals = new Map<number, RowResult>();
  for (const { position, person } of wanted)
    if (!ids.has(person)) refusals.set(position, refused('messages.teacherNotAvailable', 'userSourcedId'));
  const existing = await existingClass(services, caller, { externalId });
  const before = [...(existing?.secondaryTeachers ?? []), existing?.mainTeacher ?? []].flat().map(({ id }) => id);
  const ended = await endedAmong(services, before, teaching.ended);
  const isListed = (id: string) => found.some((one) => one.id === id);
  const endingOf = (person: string): RowResult => {
    const id = ended.get(person);
    if (id === undefined || isListed(id)) return unchanged;
    return found.length === 0 ? skipped('messages.rosterTeacherStays') : leaves;
  };
  if (found.length === 0) return { refusals, endingOf };
  const endedIds = new Set(ended.values());
  const stays = (id: string | undefined) => id !== undefined && (isListed(id) || !endedIds.has(id));
  const keepsMain = existing?.mainTeacher === null || stays(existing?.mainTeacher?.id);
  const main = found.find(({ isPrimary }) => isPrimary) ?? (keepsMain ? undefined : found[0]);
  const mainId = main?.id ?? existing?.mainTeacher?.id;
  const others = found.filter(({ id }) => id !== mainId);
  for (const { position } of others.slice(maximumSecondaryTeachers))
    refusals.set(position, refused('messages.maxSecondaryTeachers', 'userSourcedId'));
  const kept = before.filter((id) => id !== mainId && stays(id) && !isListed(id));
  const secondaryTeachers = [...others.map(({ person }) => person), ...kept].slice(0, maximumSecondaryTeachers);
  return { refusals, endingOf, ...(main && { mainTeacher: main.person }), secondaryTeachers };
}

// Those of the given teachers whom the package names, deactivated ones included: each name with the teacher's id.
async function endedAmong(
  { db }: Uses<'db'>,
  teacherIds: readonly string[],
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (teacherIds.length === 0 || names.length === 0) return new Map();
  // Beyond the wall, as a teacher of the class may belong to another school.
  const found = await beyondWall(db, async (all) =>
    all
      .select({ id: users.id, externalId: users.externalId })
      .from(users)
      .where(and(inArray(users.id, [...teacherIds]), isTeacherNamed(names))),
  );
  return new Map(found.flatMap(({ id, externalId }) => [[id, id] as const, [externalId ?? id, id] as const]));
}
