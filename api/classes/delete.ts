import type { StaffCaller } from '#api/http/caller.ts';
import type { Services } from '#api/services.ts';
import { moveToTrash } from '#api/trash/move.ts';
import { lockClass } from './store.ts';

interface Deletion {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
}

/** Puts a class into the trash; its students, their posts and its codes stay with it for the way back. */
export async function deleteClass({ db }: Services, { caller, requestId, id }: Deletion): Promise<void> {
  await db.transaction(async (tx) => {
    const { row, secondaryTeacherIds } = await lockClass(tx, caller, id);
    const { className, classCode, status, startDate, endDate, textbookId, mainTeacherId, schoolAdministratorId } = row;
    await moveToTrash(tx, 'classes', {
      id,
      author: { userId: caller.userId, requestId },
      before: {
        className,
        classCode,
        status,
        startDate,
        endDate,
        textbookId,
        mainTeacherId,
        schoolAdministratorId,
        secondaryTeacherIds,
      },
    });
  });
}
