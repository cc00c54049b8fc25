import { and, eq, inArray, isNull, not } from 'drizzle-orm';
import { visibleTo } from '#api/classes/scope.ts';
import type { Queryable } from '#api/db/client.ts';
import { classes, classProfiles } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { conflict } from '#api/http/problems.ts';

interface Touched {
  readonly caller: StaffCaller;
  readonly profileIds: readonly string[];
  /** The field that named the profiles, where one did. */
  readonly field?: string;
}

/** Answers 409 when a profile has also joined a class that the caller does not see: its staff would miss the change. */
export async function assertNowhereElse(tx: Queryable, { caller, profileIds, field }: Touched): Promise<void> {
  const visible = tx.select({ id: classes.id }).from(classes).where(visibleTo(caller));
  const [elsewhere] = await tx
    .select({ id: classes.id })
    .from(classProfiles)
    .innerJoin(classes, eq(classes.id, classProfiles.classId))
    .where(
      and(
        inArray(classProfiles.profileId, [...profileIds]),
        isNull(classes.deletedAt),
        not(inArray(classProfiles.classId, visible)),
      ),
    )
    .limit(1);
  if (elsewhere)
    throw conflict(
      'messages.profileInOtherClass',
      'A profile here is also in another teacher’s class. Ask an administrator.',
      field,
    );
}
