import { sql } from 'drizzle-orm';
import { recordChanges } from '#api/domains/audit/record.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { idArray } from '#api/ground/db/id-array.ts';
import { classProfiles, profiles, removedClassProfiles } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';

interface TakingOut {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly classId: string;
  readonly className: string;
  readonly children: readonly { readonly id: string; readonly name: string }[];
  /** Keeps the profiles and their devices out of the class, whatever its code. */
  readonly block: boolean;
}

/** Takes profiles out of a class whose row is locked, and remembers their places for a restoration. */
export async function takeOut(tx: Queryable, taking: TakingOut): Promise<void> {
  const { caller, requestId, classId, className, children, block } = taking;
  const ids = idArray(children.map(({ id }) => id));
  await tx.execute(sql`
    with gone as (
      delete from ${classProfiles} where class_id = ${classId} and profile_id = any(${ids}) returning *
    )
    insert into ${removedClassProfiles} (class_id, profile_id, joined_at, last_seen_at, number, waiting, by_old_code,
      added_by_staff, removed_by_id, blocked, device_id)
    select gone.class_id, gone.profile_id, gone.joined_at, gone.last_seen_at, gone.number, gone.waiting, gone.by_old_code,
      gone.added_by_staff, ${caller.userId}::uuid, ${block}::boolean,
      case when ${block}::boolean then (select device_id from ${profiles} where id = gone.profile_id) end
    from gone
    on conflict (class_id, profile_id) do update set joined_at = excluded.joined_at, last_seen_at = excluded.last_seen_at,
      number = excluded.number, waiting = excluded.waiting, by_old_code = excluded.by_old_code,
      added_by_staff = excluded.added_by_staff, removed_at = now(), removed_by_id = excluded.removed_by_id,
      blocked = excluded.blocked, device_id = excluded.device_id`);
  const action = block ? 'block-from-class' : 'remove-from-class';
  await recordChanges(
    tx,
    { ...caller, requestId },
    children.map(({ id, name }) => ({
      action,
      entity: 'profiles',
      entityId: id,
      before: { name, classId, className },
    })),
  );
}
