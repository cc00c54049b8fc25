import { and, eq, type SQL, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { timeOfChange } from '#api/domains/audit/versions.ts';
import { rewriteSearchText } from '#api/domains/classes/search-text.ts';
import { assertMayChange } from '#api/domains/users/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newClassCode } from '#api/ground/db/ids.ts';
import { classes, mergedProfiles, users } from '#api/ground/db/schema.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ApiProblem, conflict, externalIdExists, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { TrashKind } from '#schema/rest/trash.ts';
import { mendPeopleOfClass } from './class-people.ts';
import { inTrash, kinds, trashTables } from './kinds.ts';
import { giveUpKeptCode } from './kept-code.ts';
import { giveUpTakenNumbers, lockClassesOfChild } from './numbers-of-child.ts';
import { restorableBy } from './scope.ts';

interface Restoration {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly kind: TrashKind;
  readonly id: string;
  /** A new one for the class. */
  readonly classCode?: string;
}

/** Restores a deleted row. Its children come back with it, since deleting did not change them. */
export async function restore({ db }: Uses<'db'>, restoration: Restoration): Promise<void> {
  try {
    await db.transaction((tx) => bringBack(tx, restoration));
  } catch (error) {
    // Another class has taken the code meanwhile. The QR code is unique for ever and still opens the restored class.
    if (!isViolation(error, 'classes_class_code_unique')) throw uniqueConflictOf(error) ?? error;
    await db.transaction((tx) => bringBack(tx, { ...restoration, classCode: newClassCode() }));
  }
}

async function bringBack(tx: Queryable, { caller, requestId, kind, id, classCode }: Restoration): Promise<void> {
  const table = trashTables[kind];
  const { from } = kinds[kind];
  const condition = and(eq(table.id, id), inTrash(kind), restorableBy(caller, kind));
  if (kind === 'profiles') await lockClassesOfChild(tx, id);
  // The parents are locked too, so that the check below sees a parent that is being deleted.
  const lockedParents = await tx.execute<Parents>(
    sql`select ${parentsOf(kind)} as parents from ${from} where ${condition} for no key update`,
  );
  const [row] = lockedParents.rows;
  if (!row) throw notFound();
  const deleted = row.parents.findLast((parent) => parent.deleted);
  if (deleted) throw parentIsDeleted(deleted.name);
  if (kind === 'users') await assertMayRestoreUser(tx, caller, id);
  const mended = await mend(tx, kind, id);
  if (classCode !== undefined) await tx.update(classes).set({ classCode }).where(eq(classes.id, id));
  await tx.execute(sql`
    update ${table} set deleted_at = null, deleted_by_id = null, version = version + 1,
      updated_at = ${timeOfChange}, updated_by_id = ${caller.userId} where id = ${id}`);
  // The textbook or the teachers may have been renamed since.
  if (kind === 'classes') await rewriteSearchText(tx, eq(classes.id, id));
  const after = classCode === undefined ? mended.after : { ...mended.after, classCode };
  const change = { action: 'restore', entity: kind, entityId: id, before: orNone(mended.before), after: orNone(after) };
  await recordChange(tx, { ...caller, requestId }, change);
}

/** Fits a row to what has changed while it was deleted. Resolves to the values that changed, for the audit log. */
async function mend(tx: Queryable, kind: TrashKind, id: string): Promise<Mended> {
  if (kind === 'classes') {
    await giveUpKeptCode(tx, id);
    return mendPeopleOfClass(tx, id);
  }
  if (kind === 'profiles') {
    // Beyond the wall, because the remaining profile may belong to a school that the caller does not see.
    await beyondWall(tx, (all) => all.delete(mergedProfiles).where(eq(mergedProfiles.id, id)));
    return giveUpTakenNumbers(tx, id);
  }
  return { before: {}, after: {} };
}

interface Mended {
  readonly before: object;
  readonly after: object;
}

const orNone = (values: object) => (Object.keys(values).length > 0 ? { ...values } : undefined);

interface Parents extends Record<string, unknown> {
  readonly parents: { readonly name: string; readonly deleted: boolean }[];
}

function parentsOf(kind: TrashKind): SQL {
  const parents = kinds[kind].parents.map(
    ({ table, name }) => sql`json_build_object('name', ${name}, 'deleted', ${table.deletedAt} is not null)`,
  );
  return sql`json_build_array(${sql.join(parents, sql`, `)})`;
}

async function assertMayRestoreUser(tx: Queryable, caller: StaffCaller, id: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, id));
  if (!user) throw notFound();
  await assertMayChange(tx, caller, user);
}

const parentIsDeleted = (name: string) =>
  new ApiProblem({
    status: 409,
    messageKey: 'messages.restoreParentFirst',
    messageValues: { name },
    detail: `Restore ${name} first.`,
  });

function uniqueConflictOf(error: unknown): ApiProblem | undefined {
  if (isViolation(error, 'users_email_unique'))
    return conflict('messages.emailExists', 'The email already exists.', 'email');
  if (['users', 'classes', 'textbooks'].some((table) => isViolation(error, `${table}_external_id_unique`)))
    return externalIdExists();
  if (isViolation(error, 'users_username_unique'))
    return conflict('messages.usernameExists', 'The username already exists.', 'username');
  if (isViolation(error, 'textbooks_short_code_unique') || isViolation(error, 'printed_codes_key_unique'))
    return conflict('messages.shortCodeExists', 'Short Code text already exists.', 'shortCode');
  return undefined;
}
