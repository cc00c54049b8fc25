import { and, eq, or, sql } from 'drizzle-orm';
import { hashOf } from '#api/domains/auth/tokens.ts';
import type { Database, Queryable } from '#api/ground/db/client.ts';
import { classes, classProfiles, devices, removedClassProfiles } from '#api/ground/db/schema.ts';
import { forbidden, notFound } from '#api/ground/http/problems.ts';
import { Admission } from '#schema/rest/enumerations.ts';
import { holdProfile } from './live-profile.ts';

/** More than any class of children who join in the same lesson; the others wait for the teacher. */
export const joinsInAnHour = 50;

export interface Entry {
  readonly profileId: string;
  readonly classId: string;
  /** The class's hash code as the child showed it; undefined for a card, which opens its class whatever the code. */
  readonly shownCode?: string | undefined;
  /** The secret id of the child's device, if it has one. */
  readonly device?: string | undefined;
}

/**
 * Adds a profile to a class; false when the profile has been removed. Throws 403 for a blocked profile, and 404 when the
 * class has another code by now.
 */
export async function enterClass(db: Database, entry: Entry): Promise<boolean> {
  return db.transaction(async (transaction) => {
    // Staff's operations lock the class before the profile; the same order here prevents a deadlock.
    await assertCodeOpens(transaction, entry);
    const isThere = await holdProfile(transaction, entry.profileId);
    if (isThere) await addToClass(transaction, entry);
    return isThere;
  });
}

/** The same in the caller's transaction, for a profile that the transaction has made. */
export async function enter(tx: Queryable, entry: Entry): Promise<void> {
  await assertCodeOpens(tx, entry);
  await addToClass(tx, entry);
}

// Staff who replace the code or block a device hold the class for update: an entry waits here, and then sees their change.
async function assertCodeOpens(tx: Queryable, { classId, shownCode }: Entry): Promise<void> {
  const [row] = await tx
    .select({ classHashCode: classes.classHashCode })
    .from(classes)
    .where(eq(classes.id, classId))
    .for('key share');
  if (shownCode !== undefined && row?.classHashCode !== shownCode) throw notFound();
}

async function addToClass(tx: Queryable, { profileId, classId, device }: Entry): Promise<void> {
  const seen = { lastSeenAt: sql`now()`, byOldCode: false };
  const present = await tx
    .update(classProfiles)
    .set(seen)
    .where(and(eq(classProfiles.classId, classId), eq(classProfiles.profileId, profileId)))
    .returning({ profileId: classProfiles.profileId });
  if (present.length > 0) return;
  // The lock on the class makes simultaneous children count one after the other.
  await tx.execute(sql`select from ${classes} where ${classes.id} = ${classId} for no key update`);
  await assertNotBlocked(tx, { profileId, classId, device });
  await tx.execute(sql`
    insert into ${classProfiles} (class_id, profile_id, waiting)
    select id, ${profileId}::uuid, admission = ${Admission.ALWAYS} or admission = ${Admission.WHEN_MANY} and ${joinsInAnHour} <= (
      select count(*) from ${classProfiles} joined
      where joined.class_id = ${classId} and not joined.added_by_staff and joined.joined_at > now() - interval '1 hour')
    from ${classes} where ${classes.id} = ${classId}
    on conflict (class_id, profile_id) do update set last_seen_at = now(), by_old_code = false`);
  await tx
    .delete(removedClassProfiles)
    .where(and(eq(removedClassProfiles.classId, classId), eq(removedClassProfiles.profileId, profileId)));
}

async function assertNotBlocked(tx: Queryable, { profileId, classId, device }: Entry): Promise<void> {
  const sameDevice =
    device === undefined
      ? undefined
      : sql`${removedClassProfiles.deviceId} = (select id from ${devices} where ${devices.tokenHash} = ${hashOf(device)})`;
  const [blocked] = await tx
    .select({ profileId: removedClassProfiles.profileId })
    .from(removedClassProfiles)
    .where(
      and(
        eq(removedClassProfiles.classId, classId),
        eq(removedClassProfiles.blocked, true),
        or(eq(removedClassProfiles.profileId, profileId), sameDevice),
      ),
    )
    .limit(1);
  if (blocked) throw forbidden('messages.blockedFromClass', 'The teacher has closed this class for this device.');
}
