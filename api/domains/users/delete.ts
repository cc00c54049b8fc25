import { moveToTrash } from '#api/domains/trash/move.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ApiProblem, forbidden } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { staffName } from '#schema/staff-name.ts';
import { endAccess } from './account.ts';
import { assertMayChange, isOnClass, lockUser } from './scope.ts';
import { auditedOf } from './write.ts';

interface Deletion {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
}

/** Puts a member of staff into the trash; answers 409 when they are on a class. */
export async function deleteUser({ db }: Uses<'db'>, { caller, requestId, id }: Deletion): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, caller, id);
    if (id === caller.userId) throw forbidden('messages.ownDeletion');
    await assertMayChange(tx, caller, user);
    // A transaction that writes a class locks its people too, so one of the two transactions sees the other's rows.
    if (await isOnClass(tx, id)) throw onClass(staffName(user));
    await endAccess(tx, [id], 'deletion');
    await moveToTrash(tx, 'users', { id, author: { ...caller, requestId }, before: auditedOf(user) });
  });
}

const onClass = (name: string) =>
  new ApiProblem({
    status: 409,
    messageKey: 'messages.couldNotDelete',
    messageValues: { name },
    detail: `Could not delete ${name}. They are associated with a Class`,
  });
