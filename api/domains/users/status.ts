import { inArray, sql } from 'drizzle-orm';
import { recordChanges } from '#api/domains/audit/record.ts';
import { timeOfChange } from '#api/domains/audit/versions.ts';
import { sendInvitations } from '#api/domains/auth/invitations.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ApiProblem } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { MessageKey } from '#schema/problem.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { endAccess, hasAccepted } from './account.ts';
import { lockUser, refusalsOf, type User } from './scope.ts';

const { INVITED, ACTIVED, DEACTIVATED } = UserStatus;

interface StatusRequest {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly status: UserStatus;
}

/** Sets the status of one user; answers 403, 409 or 429 when it does not change. */
export async function setUserStatus(
  services: Uses<'db' | 'settings' | 'secrets' | 'jobs'>,
  { id, ...request }: StatusRequest & { id: string },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const user = await lockUser(tx, request.caller, id);
    const refusals = await changeStatuses(services, tx, { ...request, people: [user] });
    for (const { problem } of refusals.values()) throw problem;
  });
}

/** Why a status does not change: 403 when the caller may not change it, 409 when it cannot be reached, 429 for a mail. */
interface Refusal {
  readonly messageKey: MessageKey;
  readonly problem: ApiProblem;
}

const refusal = (status: 403 | 409, messageKey: MessageKey): Refusal => ({
  messageKey,
  problem: new ApiProblem({ status, messageKey }),
});

/**
 * Changes the status of locked users. Resolves to the refusals by id. Anybody can be deactivated. A deactivated user
 * becomes what they were before: active, or invited when they never set a password. An invited user becomes active only
 * by accepting the invitation.
 */
export async function changeStatuses(
  services: Uses<'settings' | 'secrets' | 'jobs'>,
  tx: Queryable,
  { caller, requestId, status, people }: StatusRequest & { readonly people: readonly User[] },
): Promise<ReadonlyMap<string, Refusal>> {
  const forbidden = await refusalsOf(tx, caller, people);
  const refusals = new Map<string, Refusal>();
  const changes: Change[] = [];
  for (const user of people) {
    const next = user.status === status ? status : nextStatus(user, status);
    const forbiddenKey = user.id === caller.userId ? 'messages.ownStatus' : forbidden.get(user.id);
    if (forbiddenKey !== undefined) refusals.set(user.id, refusal(403, forbiddenKey));
    else if (next === undefined) refusals.set(user.id, refusal(409, 'messages.statusNotReachable'));
    else if (next !== user.status) changes.push({ user, next });
  }
  // A mail may be refused, and then nothing of this person changes.
  const invited = changes.flatMap(({ user, next }) => (next === INVITED ? [user] : []));
  const refusedMails = await sendInvitations(services, tx, { people: invited, requestedById: caller.userId });
  for (const [id, problem] of refusedMails) refusals.set(id, { messageKey: 'messages.tooManyMails', problem });
  const allowed = changes.filter(({ user }) => !refusals.has(user.id));
  await writeStatuses(tx, { caller, requestId, changes: allowed });
  return refusals;
}

function nextStatus(user: User, wanted: UserStatus): UserStatus | undefined {
  if (wanted === DEACTIVATED) return DEACTIVATED;
  if (user.status !== DEACTIVATED) return undefined;
  const statusBefore = hasAccepted(user) ? ACTIVED : INVITED;
  return wanted === ACTIVED || wanted === statusBefore ? statusBefore : undefined;
}

interface Change {
  readonly user: User;
  readonly next: UserStatus;
}

interface Changes extends Omit<StatusRequest, 'status'> {
  readonly changes: readonly Change[];
}

async function writeStatuses(tx: Queryable, { caller, requestId, changes }: Changes): Promise<void> {
  const idsWith = (status: UserStatus) => changes.flatMap(({ user, next }) => (next === status ? [user.id] : []));
  const edited = { version: sql`${users.version} + 1`, updatedAt: timeOfChange, updatedById: caller.userId };
  for (const status of [INVITED, ACTIVED, DEACTIVATED]) {
    const ids = idsWith(status);
    if (ids.length === 0) continue;
    await tx
      .update(users)
      .set({ status, ...edited })
      .where(inArray(users.id, ids));
  }
  await recordChanges(
    tx,
    { ...caller, requestId },
    changes.map(({ user, next }) => ({
      ...{ action: 'status', entity: 'users', entityId: user.id },
      before: { status: user.status },
      after: { status: next },
    })),
  );
  const deactivatedIds = idsWith(DEACTIVATED);
  if (deactivatedIds.length > 0) await endAccess(tx, deactivatedIds, 'status');
}
