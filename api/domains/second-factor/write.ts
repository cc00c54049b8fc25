import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { mailNotice } from '#api/domains/auth/jobs.ts';
import { countMail } from '#api/domains/auth/mail-bound.ts';
import { endOthersIn } from '#api/domains/auth/own-sessions.ts';
import { closeSessionsOf } from '#api/domains/auth/sessions.ts';
import { assertMayChange, lockUser } from '#api/domains/users/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { passkeys, secondFactors, users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { conflict, forbidden, invalid, unauthorized } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import {
  otpauthAddressOf,
  keepRecoveryCodes,
  makeRecoveryCodes,
  newAppSecret,
  sealSecret,
  consumeAppCode,
  consumeCode,
} from './codes.ts';
import { codesLeft, factorOf } from './detail.ts';

type Services = Uses<'db' | 'secrets' | 'jobs'>;

interface Call {
  readonly caller: StaffCaller;
  readonly requestId: string;
}

export const wrongCode = () => invalid({ code: ['messages.secondFactorCodeWrong'] });
const isOff = () => conflict('messages.secondFactorIsOff', 'The second step at sign-in is off.');
const isOn = () => conflict('messages.secondFactorIsOn', 'The second step at sign-in is on already.');
const notBegun = () => conflict('messages.secondFactorNotBegun', 'The set-up is over. Begin again.');

/** Makes a secret that waits for its first code; it replaces one that was not confirmed. */
export async function beginFactor({ db, secrets }: Services, { userId }: StaffCaller) {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user) throw unauthorized();
  const secret = newAppSecret();
  const fresh = { sealedSecret: sealSecret(secrets, userId, secret), createdAt: new Date(), lastStep: null };
  const inserted = await db
    .insert(secondFactors)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: secondFactors.userId, set: fresh, setWhere: isNull(secondFactors.confirmedAt) })
    .returning({ userId: secondFactors.userId });
  if (inserted.length === 0) throw isOn();
  return otpauthAddressOf(secret, user.email);
}

/** Turns the second step on by the first code, and ends every other session. Resolves to the recovery codes. */
export async function confirmFactor(
  services: Services,
  { caller, requestId, code }: Call & { readonly code: string },
): Promise<string[]> {
  const { db, secrets } = services;
  const { userId } = caller;
  if (await factorOf(db, userId)) throw isOn();
  const hourAgo = sql`now() - interval '1 hour'`;
  const waiting = and(eq(secondFactors.userId, userId), gt(secondFactors.createdAt, hourAgo));
  const [factor] = await db.select().from(secondFactors).where(waiting);
  if (!factor) throw notBegun();
  if (!(await consumeAppCode(db, secrets, factor, code))) throw wrongCode();
  const { shown, hashes } = await makeRecoveryCodes();
  await db.transaction(async (tx) => {
    const isTheSame = eq(secondFactors.sealedSecret, factor.sealedSecret);
    const confirmed = await tx
      .update(secondFactors)
      .set({ confirmedAt: new Date() })
      .where(and(eq(secondFactors.userId, userId), isTheSame, isNull(secondFactors.confirmedAt)))
      .returning({ userId: secondFactors.userId });
    if (confirmed.length === 0) throw notBegun();
    await keepRecoveryCodes(tx, userId, hashes);
    await endOthersIn(tx, { caller, requestId });
    await recordChange(tx, { userId, requestId }, changeOf('second-factor-on', userId));
    await tell(services, tx, { userId, kind: 'secondFactorOn' });
  });
  return shown;
}

interface BothSteps extends Call {
  readonly code: string;
}

/** Replaces the caller's recovery codes. */
export async function renewCodes(services: Services, { caller, requestId, code }: BothSteps): Promise<string[]> {
  const { userId } = caller;
  await assertCode(services, userId, code);
  const { shown, hashes } = await makeRecoveryCodes();
  await services.db.transaction(async (tx) => {
    // The lock: the second step may be turned off meanwhile.
    const [held] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for('update');
    if (!held?.confirmedAt) throw isOff();
    await keepRecoveryCodes(tx, userId, hashes);
    await recordChange(tx, { userId, requestId }, changeOf('new-recovery-codes', userId));
  });
  return shown;
}

/** Turns the caller's second step off. */
export async function turnOff(services: Services, { caller: { userId }, requestId, code }: BothSteps): Promise<void> {
  await assertCode(services, userId, code);
  await services.db.transaction(async (tx) => {
    if (!(await forgetFactor(tx, userId))) throw isOff();
    await recordChange(tx, { userId, requestId }, changeOf('second-factor-off', userId));
    await tell(services, tx, { userId, kind: 'secondFactorOff' });
  });
}

async function assertCode(services: Services, userId: string, code: string): Promise<void> {
  const factor = await factorOf(services.db, userId);
  if (!factor) throw isOff();
  if (!(await consumeCode(services, factor, code))) throw wrongCode();
}

/** Removes a person's second step and passkeys, ends the person's sessions, and sends the person a mail. */
export async function removeFactor(services: Services, { caller, requestId, id }: Call & { readonly id: string }) {
  if (id === caller.userId) throw forbidden('messages.ownSecondFactor');
  await services.db.transaction(async (tx) => {
    const user = await lockUser(tx, caller, id);
    await assertMayChange(tx, caller, user);
    // Passkeys too: they were on the same lost phone as the app.
    const removedPasskeys = await tx.delete(passkeys).where(eq(passkeys.userId, id)).returning({ id: passkeys.id });
    const forgotten = await forgetFactor(tx, id);
    if (!forgotten && removedPasskeys.length === 0) throw isOff();
    await closeSessionsOf(tx, [id], 'second-factor');
    await recordChange(tx, { ...caller, requestId }, changeOf('second-factor-off', id));
    await tell(services, tx, { userId: id, kind: 'secondFactorOff', byId: caller.userId });
  });
}

async function forgetFactor(tx: Queryable, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
    .returning({ userId: secondFactors.userId });
  return removed.length > 0;
}

/** Records that a sign-in was completed with a recovery code, and mails the number of remaining codes. */
export async function reportRecovery(services: Services, userId: string, requestId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const after = { recoveryCodesLeft: await codesLeft(tx, userId) };
    await recordChange(tx, { userId, requestId }, { ...changeOf('use-recovery-code', userId), after });
    await tell(services, tx, { userId, kind: 'recoveryCodeUsed' });
  });
}

const changeOf = (action: string, entityId: string) => ({ action, entity: 'users', entityId });

interface Notice {
  readonly userId: string;
  readonly kind:
    'secondFactorOn' | 'secondFactorOff' | 'recoveryCodeUsed' | 'wrongCodes' | 'passkeyAdded' | 'passkeyRemoved';
  readonly byId?: string;
}

/** Mails a person about a change, in the transaction of that change. */
export async function tell(
  { jobs, secrets }: Uses<'jobs' | 'secrets'>,
  tx: Queryable,
  { userId, kind, byId = '' }: Notice,
): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user) throw unauthorized();
  const { email } = user;
  if (!(await countMail({ secrets }, tx, { address: email, kind: 'notice' }))) return;
  await jobs.add(tx, mailNotice, { id: newId(), userId, address: email, email, byId: byId || null, kind });
}
