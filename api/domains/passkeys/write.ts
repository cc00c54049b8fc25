import { eq } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { endOthersIn } from '#api/domains/auth/own-sessions.ts';
import { tell } from '#api/domains/second-factor/write.ts';
import { agentOf } from '#api/domains/usage/agent.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { passkeys, users } from '#api/ground/db/schema.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { Origin } from '#api/ground/http/origin.ts';
import { ApiProblem, conflict, notFound, unauthorized } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { staffName } from '#schema/staff-name.ts';
import type { BodyOf, ResponseOf } from '#schema/rest/operation.ts';
import type { addPasskey, beginPasskey, Passkey } from '#schema/rest/passkeys.ts';
import { handleOf, madePasskey, relyingParty } from './ceremony.ts';
import { newPasskeyChallenge, spendChallenge } from './challenges.ts';
import { countPasskeys, credentialsOf, isOwn, passkeyShape } from './list.ts';

type Services = Uses<'db' | 'settings' | 'secrets' | 'jobs'>;

interface Call {
  readonly caller: StaffCaller;
  readonly requestId: string;
}

const most = 20;

const notAdded = () =>
  new ApiProblem({ status: 400, messageKey: 'messages.passkeyNotAdded', detail: 'The passkey could not be added.' });
const tooMany = () => conflict('messages.tooManyPasskeys', `A person has ${most} passkeys at most.`);
const exists = () => conflict('messages.passkeyExists', 'This passkey is added already.');

/** Makes the challenge for a new passkey of the caller. */
export async function beginAdding(
  { db, settings }: Services,
  { userId }: StaffCaller,
): Promise<ResponseOf<typeof beginPasskey>> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw unauthorized();
  const existing = await credentialsOf(db, userId);
  if (existing.length >= most) throw tooMany();
  const challenge = await newPasskeyChallenge(db, { purpose: 'add', userId });
  const { id: rpId } = relyingParty(settings);
  const names = { userHandle: handleOf(userId), userName: user.email, displayName: staffName(user) };
  return { challenge, rpId, ...names, existing };
}

interface Adding extends Call {
  readonly origin: Origin;
  readonly body: BodyOf<typeof addPasskey>;
}

/** Adds a passkey that the caller's browser made, and ends every other session. */
export async function addOwnPasskey(services: Services, { caller, requestId, origin, body }: Adding): Promise<Passkey> {
  const { db, settings } = services;
  const { userId } = caller;
  const challenge = await spendChallenge(db, body.clientData, { purpose: 'add', userId });
  const made = challenge === undefined ? undefined : await madePasskey({ settings, body, challenge });
  if (!made) throw notAdded();
  const { browser, os } = agentOf(origin.userAgent, origin.clientHints);
  const name = [browser, os]
    .filter((part) => part !== null)
    .join(' · ')
    .slice(0, 100);
  const added = db.transaction(async (tx) => {
    // The lock serialises simultaneous calls, so that the count holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    if ((await countPasskeys(tx, userId)) >= most) throw tooMany();
    const [row] = await tx
      .insert(passkeys)
      .values({ id: newId(), userId, ...made, name })
      .returning();
    if (!row) throw notAdded();
    await endOthersIn(tx, { caller, requestId });
    const change = { action: 'add-passkey', entity: 'users', entityId: userId, after: { passkey: name } };
    await recordChange(tx, { userId, requestId }, change);
    await tell(services, tx, { userId, kind: 'passkeyAdded' });
    return passkeyShape(row);
  });
  return added.catch((error: unknown) => {
    throw isViolation(error, 'passkeys_credential_id_unique') ? exists() : error;
  });
}

export async function renameOwnPasskey(
  { db }: Services,
  { caller: { userId }, requestId, id, name }: Call & { readonly id: string; readonly name: string },
): Promise<Passkey> {
  return db.transaction(async (tx) => {
    const [held] = await tx.select().from(passkeys).where(isOwn(id, userId)).for('update');
    if (!held) throw notFound();
    await tx.update(passkeys).set({ name }).where(eq(passkeys.id, id));
    const change = { action: 'rename-passkey', entity: 'users', entityId: userId };
    const [before, after] = [{ passkey: held.name }, { passkey: name }];
    await recordChange(tx, { userId, requestId }, { ...change, before, after });
    return passkeyShape({ ...held, name });
  });
}

/** Answers 404 for a passkey that is not the person's own. */
export async function assertOwnPasskey(db: Queryable, userId: string, id: string): Promise<void> {
  const [held] = await db.select({ id: passkeys.id }).from(passkeys).where(isOwn(id, userId));
  if (!held) throw notFound();
}

export async function removeOwnPasskey(
  services: Services,
  { caller: { userId }, requestId, id }: Call & { readonly id: string },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [removed] = await tx.delete(passkeys).where(isOwn(id, userId)).returning();
    if (!removed) throw notFound();
    const change = { action: 'remove-passkey', entity: 'users', entityId: userId, before: { passkey: removed.name } };
    await recordChange(tx, { userId, requestId }, change);
    await tell(services, tx, { userId, kind: 'passkeyRemoved' });
  });
}
