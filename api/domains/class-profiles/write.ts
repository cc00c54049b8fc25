import { isDeepStrictEqual } from 'node:util';
import { and, eq, type SQL } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { assertVersion, editedBy } from '#api/domains/audit/versions.ts';
import { lockClass } from '#api/domains/classes/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classProfiles, newCardCode, newPictures, profiles } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { assertNames } from '#api/ground/http/new-names.ts';
import { conflict, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { renameClassProfile } from '#schema/rest/class-profiles.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { nameProblem } from '#schema/rules/names.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { profileFields } from '#schema/rules/profiles.ts';
import { inClass } from './list.ts';
import { assertInNoOtherClass, isUnderWay, underWayOrOfOthers } from './other-classes.ts';
import { takeOut } from './take-out.ts';

interface OnProfile {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly classId: string;
  readonly profileId: string;
}

interface Renaming extends OnProfile {
  readonly values: BodyOf<typeof renameClassProfile>;
}

/** Gives a profile another name and animal; answers 409 when somebody changed it since the caller read it. */
export async function renameProfile(
  { db, settings }: Uses<'db' | 'settings'>,
  { caller, requestId, values, ...place }: Renaming,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockClass(tx, caller, place.classId);
    const profile = await lockProfile(tx, place);
    await assertVersion(tx, profile, values.version);
    assertNames(pick(values, profileFields), nameProblem, profile);
    const { reading = profile.reading, number = profile.number } = values;
    const { animal, reading: readingBefore, number: numberBefore } = profile;
    const before = { ...pick(profile, profileFields), animal, reading: readingBefore, number: numberBefore };
    const columns = { ...pick(values, profileFields), animal: values.animal, reading };
    // A number is of this class alone.
    if (!isDeepStrictEqual({ ...before, number }, { ...columns, number }))
      await assertInNoOtherClass(tx, {
        caller,
        profileIds: [profile.id],
        among: { where: underWayOrOfOthers(settings, place) },
      });
    await setNumber(tx, { ...place, before: profile.number, number });
    const after = { ...columns, number };
    await tx
      .update(profiles)
      .set({ ...columns, ...editedBy(profile, caller) })
      .where(eq(profiles.id, profile.id));
    await recordChange(
      tx,
      { ...caller, requestId },
      { action: 'update', entity: 'profiles', entityId: profile.id, before, after },
    );
  });
}

interface Numbering extends Pick<OnProfile, 'classId' | 'profileId'> {
  readonly before: number | null;
  readonly number: number | null;
}

// The lock on the class makes simultaneous changes wait, so that a number is given once.
export async function setNumber(tx: Queryable, { classId, profileId, before, number }: Numbering): Promise<void> {
  if (number === before) return;
  const isTaken = number !== null && (await rosterRows(tx, classId)).some((one) => one.number === number);
  if (isTaken) throw conflict('messages.studentNumberTaken', 'Another child of the class has this number.', 'number');
  await tx
    .update(classProfiles)
    .set({ number })
    .where(and(eq(classProfiles.classId, classId), eq(classProfiles.profileId, profileId)));
}

/** The children of a class as its register has them. */
export const rosterRows = (tx: Queryable, classId: string) =>
  tx
    .select({ name: profiles.name, number: classProfiles.number })
    .from(classProfiles)
    .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
    .where(inClass(classId));

/** Draws three new animals for a profile. */
export const drawPictures = (services: Uses<'db' | 'settings'>, onProfile: OnProfile): Promise<void> =>
  renewSecret(services, onProfile, { action: 'draw-pictures', columns: { pictures: newPictures } });

/** Makes a new card for a profile; the old one opens nothing any more. */
export const renewCard = (services: Uses<'db' | 'settings'>, onProfile: OnProfile): Promise<void> =>
  renewSecret(services, onProfile, { action: 'renew-card', columns: { cardCode: newCardCode } });

interface Renewal {
  readonly action: 'draw-pictures' | 'renew-card';
  readonly columns: { readonly pictures: SQL } | { readonly cardCode: SQL };
}

async function renewSecret(
  { db, settings }: Uses<'db' | 'settings'>,
  { caller, requestId, ...place }: OnProfile,
  { action, columns }: Renewal,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockClass(tx, caller, place.classId);
    const profile = await lockProfile(tx, place);
    // A card and animals are on no wall, and a lost card must end.
    const among = { joinedOnly: true, where: isUnderWay(settings) };
    await assertInNoOtherClass(tx, { caller, profileIds: [profile.id], among });
    await tx
      .update(profiles)
      .set({ ...columns, ...editedBy(profile, caller) })
      .where(eq(profiles.id, profile.id));
    // Only the name: the log must not keep the new animals or card code, which are the child's secret.
    await recordChange(
      tx,
      { ...caller, requestId },
      { action, entity: 'profiles', entityId: profile.id, after: { name: profile.name } },
    );
  });
}

/** Removes a profile from a class; its posts stay on the wall. */
export async function removeFromClass({ db }: Uses<'db'>, { caller, requestId, ...place }: OnProfile): Promise<void> {
  await db.transaction(async (tx) => {
    const { row } = await lockClass(tx, caller, place.classId);
    const profile = await lockProfile(tx, place);
    await takeOut(tx, { ...place, caller, requestId, className: row.className, children: [profile], block: false });
  });
}

async function lockProfile(tx: Queryable, { classId, profileId }: Pick<OnProfile, 'classId' | 'profileId'>) {
  const [found] = await tx
    .select({ profile: profiles, number: classProfiles.number })
    .from(profiles)
    .innerJoin(classProfiles, eq(classProfiles.profileId, profiles.id))
    .where(and(inClass(classId), eq(profiles.id, profileId)))
    .for('no key update', { of: profiles });
  if (!found) throw notFound();
  return { ...found.profile, number: found.number };
}
