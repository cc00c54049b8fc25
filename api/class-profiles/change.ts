import { and, eq } from 'drizzle-orm';
import { editedBy } from '#api/audit/edited-by.ts';
import { recordChange } from '#api/audit/record.ts';
import { assertVersion } from '#api/audit/versions.ts';
import { lockClass } from '#api/classes/store.ts';
import type { Queryable } from '#api/db/client.ts';
import { classProfiles, profiles } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import type { AnimalName } from '#schema/rules/profile-name.ts';
import { assertNowhereElse } from './elsewhere.ts';
import { inClass } from './list.ts';

interface OnProfile {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly classId: string;
  readonly profileId: string;
}

interface Renaming extends OnProfile {
  readonly values: { readonly name: string; readonly animal: AnimalName; readonly version: number };
}

/** Gives a profile another name and animal, unless somebody did so since the caller read it. */
export async function renameProfile(
  { db }: Services,
  { caller, requestId, values, ...place }: Renaming,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockClass(tx, caller, place.classId);
    const profile = await lockProfile(tx, place);
    await assertNowhereElse(tx, { caller, profileIds: [profile.id] });
    const { name, animal, version } = values;
    await assertVersion(tx, profile, version);
    await tx
      .update(profiles)
      .set({ name, animal, ...editedBy(profile, caller) })
      .where(eq(profiles.id, profile.id));
    await recordChange(
      tx,
      { userId: caller.userId, requestId },
      {
        action: 'update',
        entity: 'profiles',
        entityId: profile.id,
        before: { name: profile.name, animal: profile.animal },
        after: { name, animal },
      },
    );
  });
}

/** Takes a profile out of a class; what it put on the wall stays there. */
export async function leaveClass({ db }: Services, { caller, requestId, ...place }: OnProfile): Promise<void> {
  const { classId, profileId } = place;
  await db.transaction(async (tx) => {
    const { row } = await lockClass(tx, caller, classId);
    const { name } = await lockProfile(tx, place);
    await tx
      .delete(classProfiles)
      .where(and(eq(classProfiles.classId, classId), eq(classProfiles.profileId, profileId)));
    await recordChange(
      tx,
      { userId: caller.userId, requestId },
      {
        action: 'remove-from-class',
        entity: 'profiles',
        entityId: profileId,
        before: { name, classId, className: row.className },
      },
    );
  });
}

async function lockProfile(tx: Queryable, { classId, profileId }: Pick<OnProfile, 'classId' | 'profileId'>) {
  const [found] = await tx
    .select({ profile: profiles })
    .from(profiles)
    .innerJoin(classProfiles, eq(classProfiles.profileId, profiles.id))
    .where(and(inClass(classId), eq(profiles.id, profileId)))
    .for('no key update', { of: profiles });
  if (!found) throw notFound();
  return found.profile;
}
