import { eq } from 'drizzle-orm';
import { agentOf } from '#api/domains/usage/agent.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { signInPlaces } from '#api/ground/db/schema.ts';
import type { Origin } from '#api/ground/http/origin.ts';
import { shortened } from '#api/ground/http/shortened-address.ts';
import { createCounter, isWithin } from '#api/ground/http/stored-counter.ts';
import type { Uses } from '#api/ground/services.ts';
import { mailNewDevice } from './jobs.ts';
import { countMail } from './mail-bound.ts';
import type { Place } from './places.ts';

/** A sign-in that succeeded, before its place is remembered. */
interface SignIn extends Origin {
  readonly userId: string;
  readonly email: string;
  readonly place: Place;
  readonly device: string | undefined;
}

const day = 24 * 60 * 60;

/**
 * Mails the person when a device is new to their account: at most 3 letters a day, so that a browser that keeps no cookies
 * fills no mailbox. The first sign-in of all is the person's own. A request without a device is a program's.
 */
export function createNewDeviceNotice(services: Uses<'db' | 'pool' | 'jobs' | 'secrets'>) {
  const { db, jobs } = services;
  const letters = createCounter(services, { name: 'new-device', points: 3, seconds: day });
  return async ({ userId, email, place, device, address, userAgent, clientHints }: SignIn): Promise<void> => {
    if (device === undefined || place.kind === 'device' || !(await hasSignedInBefore(db, userId))) return;
    if (!(await isWithin(letters, userId)) || !(await countMail(services, db, { address: email, kind: 'notice' })))
      return;
    const { browser, os } = agentOf(userAgent, clientHints);
    const signedInAt = new Date().toISOString();
    await jobs.add(db, mailNewDevice, { id: newId(), userId, browser, os, network: shortened(address), signedInAt });
  };
}

async function hasSignedInBefore(db: Queryable, userId: string): Promise<boolean> {
  const knownDevices = await db
    .select({ userId: signInPlaces.userId })
    .from(signInPlaces)
    .where(eq(signInPlaces.userId, userId))
    .limit(1);
  return knownDevices.length > 0;
}
