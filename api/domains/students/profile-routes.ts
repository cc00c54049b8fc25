import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { conflict, unauthorized } from '#api/ground/http/problems.ts';
import { createRateLimit } from '#api/ground/http/rate-limit.ts';
import { route, type Route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import { classRoster, takeCard, takeProfile } from '#schema/rest/rosters.ts';
import { classHashCode } from '#schema/rest/students.ts';
import { createStudent, deviceProfiles, joinClass, removeStudent } from '#schema/rest/student-profiles.ts';
import { childOfCard } from './cards.ts';
import { classesOfProfile, findClass } from './classes.ts';
import type { LookUps } from './look-ups.ts';
import { enterClass } from './enter.ts';
import { createProfile, keepOnDevice, profilesOfDevice, removeProfile } from './profiles.ts';
import { createTakeProfile, isGuarded, rosterOf } from './roster.ts';

/** The operations of profiles: create, join a class, take one of a class, remove. */
export function profileRoutes(
  services: Uses<'db' | 'pool' | 'settings' | 'secrets' | 'links'>,
  lookUps: LookUps,
): Route[] {
  const { db } = services;
  // A school has one address: a thousand children may create profiles within ten minutes.
  const newProfiles = createRateLimit(services, { name: 'new-profiles', points: 1000, seconds: 600 });
  const take = createTakeProfile(services);
  const openClass = async (hashCode: string, address: string) => {
    const found = await lookUps.found(address, await findClass(services, hashCode));
    if (found.completed) throw conflict('messages.classCompleted', 'This class has finished.');
    return found;
  };

  return [
    route(createStudent, async ({ body: { name, animal, classHashCode, idempotencyKey: key }, address, device }) => {
      await newProfiles.take(address);
      const joins = classHashCode === null ? undefined : await openClass(classHashCode, address);
      const profile = await createProfile(db, { name, animal, joins, device, key });
      await keepOnDevice(db, device, profile.id);
      return { ...profile, token: await signStudentToken(services.secrets, profile.id) };
    }),

    route(deviceProfiles, async ({ device }) => profilesOfDevice(services, device)),

    route(removeStudent, async ({ caller }) => removeProfile(db, caller.profileId)),

    route(joinClass, async ({ caller: { profileId }, body, address, device }) => {
      const { id: classId, classHashCode: shownCode } = await openClass(body.classHashCode, address);
      // A taken profile stays recorded for the child's own device. Otherwise this device would get the profile back as one
      // that was made here. Pages of an earlier version do not send `taken`, and a guarded profile may be taken. The guard is
      // read before the child enters, because this class may be the child's first class with a guard.
      const staysOnOwn = body.taken || (await isGuarded(services, profileId));
      if (!(await enterClass(db, { profileId, classId, shownCode, device }))) throw unauthorized();
      if (!staysOnOwn) await keepOnDevice(db, device, profileId);
    }),

    route(classRoster, async ({ query, address }) => {
      const children = await rosterOf(services, query.ClassHashCode);
      if (children.length === 0) await lookUps.found(address, await findClass(services, query.ClassHashCode));
      return children;
    }),

    // The device does not remember the profile: a later user of the device could be anybody, so the pictures are asked
    // again.
    route(takeProfile, async ({ body: { classHashCode: code, profileId, pictures }, address, device }) => {
      const { id: classId } = await openClass(code, address);
      const profile = await lookUps.found(
        address,
        await take({ classId, shownCode: code, profileId, pictures, device }),
      );
      return { ...profile, token: await signStudentToken(services.secrets, profile.id) };
    }),

    // The device's cookie does not remember the profile of a card, since the next child on the device would get it.
    route(takeCard, async ({ body: { cardCode }, address }) => {
      const child = await lookUps.found(address, await childOfCard(services, cardCode));
      return { ...child, token: await signStudentToken(services.secrets, child.id) };
    }),

    route(classHashCode, async ({ caller, params, address }) => {
      const joined = await classesOfProfile(services, caller.profileId);
      const found = await lookUps.found(
        address,
        joined.find((one) => one.id === params.id),
      );
      if (found.byOldCode) throw conflict('messages.classHasNewCode', 'This class has a new code.');
      return found;
    }),
  ];
}
