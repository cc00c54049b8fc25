import { and, asc } from 'drizzle-orm';
import { recordChanges } from '#api/domains/audit/record.ts';
import { sendInvitations } from '#api/domains/auth/invitations.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { invalid } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { MessageKey } from '#schema/problem.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { bulkLimits, type BulkResults, type setUserStatuses as statuses } from '#schema/rest/users-at-once.ts';
import { matchesFilter } from './list.ts';
import { lockUsers, refusalsOf, type User, visibleTo } from './scope.ts';
import { changeStatuses } from './status.ts';

interface StaffRequest<Body> {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly body: Body;
}

/** Sets the status of many users in one transaction; answers for each user why the status did not change. */
export async function setUserStatuses(
  services: Uses<'db' | 'settings' | 'secrets' | 'jobs'>,
  request: StaffRequest<BodyOf<typeof statuses>>,
): Promise<BulkResults> {
  const { caller, requestId } = request;
  const { ids, filter, status } = request.body;
  return services.db.transaction(async (tx) => {
    const named = ids ?? (filter ? await idsOf(tx, caller, filter) : []);
    const people = await lockUsers(tx, caller, named);
    const refusals = await changeStatuses(services, tx, { caller, requestId, status, people });
    return resultsOf({ ids: named, people }, ({ id }) => refusals.get(id)?.messageKey);
  });
}

/** Mails many invitations again; resolves to a reason for each user whose invitation was not mailed. */
export async function resendInvitations(
  services: Uses<'db' | 'settings' | 'secrets' | 'jobs'>,
  { caller, requestId, body: { ids } }: StaffRequest<{ ids: string[] }>,
): Promise<BulkResults> {
  return services.db.transaction(async (tx) => {
    const people = await lockUsers(tx, caller, ids);
    const forbidden = await refusalsOf(tx, caller, people);
    const invited = people.filter(({ id, status }) => status === UserStatus.INVITED && !forbidden.has(id));
    const refusedMails = await sendInvitations(services, tx, { people: invited, requestedById: caller.userId });
    const mailed = invited.filter(({ id }) => !refusedMails.has(id));
    await recordChanges(
      tx,
      { ...caller, requestId },
      mailed.map(({ id }) => ({ action: 'resend-invitation', entity: 'users', entityId: id })),
    );
    return resultsOf({ ids, people }, ({ id, status }) => {
      if (status !== UserStatus.INVITED) return 'messages.notInvited';
      return refusedMails.has(id) ? 'messages.tooManyMails' : forbidden.get(id);
    });
  });
}

type Filter = NonNullable<BodyOf<typeof statuses>['filter']>;

async function idsOf(tx: Queryable, caller: StaffCaller, filter: Filter): Promise<string[]> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(visibleTo(caller), matchesFilter(filter)))
    .orderBy(asc(users.id))
    .limit(bulkLimits.filter + 1);
  if (found.length > bulkLimits.filter) throw invalid({ filter: ['messages.tooManyAtOnce'] });
  return found.map(({ id }) => id);
}

interface Asked {
  readonly ids: readonly string[];
  /** Those that the caller sees. */
  readonly people: readonly User[];
}

function resultsOf({ ids, people }: Asked, refusalOf: (user: User) => MessageKey | undefined): BulkResults {
  const byId = new Map(people.map((user) => [user.id, user]));
  const results = [...new Set(ids)].map((id) => {
    const user = byId.get(id);
    return { id, messageKey: user ? (refusalOf(user) ?? null) : 'messages.notFound' };
  });
  const changed = results.filter(({ messageKey }) => messageKey === null).length;
  return { changed, refused: results.length - changed, results };
}
