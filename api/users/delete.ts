import type { StaffCaller } from '#api/http/caller.ts';
import { ApiProblem, forbidden } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { moveToTrash } from '#api/trash/move.ts';
import { staffName } from '#schema/staff-name.ts';
import { endAccess } from './access-end.ts';
import { holdUser } from './hold.ts';
import { isOnClass } from './on-classes.ts';
import { assertMayChange } from './rights.ts';
import { auditedOf } from './write.ts';

interface Deletion {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
}

/** Deletes a member of staff who is on no class. */
export async function deleteUser({ db }: Services, { caller, requestId, id }: Deletion): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await holdUser(tx, caller, id);
    if (id === caller.userId) throw forbidden('messages.ownDeletion');
    await assertMayChange(tx, caller, user);
    // A class being written holds its people too, so that one of the two sees the other.
    if (await isOnClass(tx, id)) throw onClass(staffName(user));
    await endAccess(tx, id, 'deletion');
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
