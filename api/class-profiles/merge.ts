import { and, eq, inArray } from 'drizzle-orm';
import { recordChange } from '#api/audit/record.ts';
import { lockClass } from '#api/classes/store.ts';
import type { Queryable } from '#api/db/client.ts';
import { classProfiles, profiles } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { moveToTrash } from '#api/trash/move.ts';
import { assertNowhereElse } from './elsewhere.ts';
import { handOver } from './hand-over.ts';
import { inClass } from './list.ts';

interface Merge {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly classId: string;
  readonly intoId: string;
  readonly fromIds: readonly string[];
}

/** Makes one profile of several: all that is theirs becomes its own, and they are removed. */
export async function mergeProfiles({ db }: Services, merge: Merge): Promise<void> {
  const { caller, requestId, classId, intoId, fromIds } = merge;
  const author = { userId: caller.userId, requestId };
  await db.transaction(async (tx) => {
    // One merge of a class at a time, so that none hands over to a profile that goes meanwhile.
    await lockClass(tx, caller, classId);
    const found = await lockProfiles(tx, classId, [intoId, ...fromIds]);
    if (found.length < fromIds.length + 1) throw notFound();
    await assertNowhereElse(tx, { caller, profileIds: fromIds, field: 'fromIds' });
    const others = found.filter(({ id }) => id !== intoId.toLowerCase());
    for (const { id, name, animal } of others) {
      await handOver(tx, { from: id, into: intoId });
      await moveToTrash(tx, 'profiles', { id, author, before: { name, animal, mergedInto: intoId } });
    }
    // Ids alone: the names of children who are gone must not stay in another's line of the log.
    const after = { classId, mergedIds: others.map(({ id }) => id) };
    await recordChange(tx, author, { action: 'merge', entity: 'profiles', entityId: intoId, after });
  });
}

// In the order of their ids, as everybody takes them who takes more than one.
const lockProfiles = async (tx: Queryable, classId: string, ids: readonly string[]) =>
  tx
    .select({ id: profiles.id, name: profiles.name, animal: profiles.animal })
    .from(profiles)
    .innerJoin(classProfiles, eq(classProfiles.profileId, profiles.id))
    .where(and(inClass(classId), inArray(profiles.id, [...ids])))
    .orderBy(profiles.id)
    .for('no key update', { of: profiles });
