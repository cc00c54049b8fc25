import { and, asc } from 'drizzle-orm';
import { isTooManyMails } from '#api/domains/auth/mail-bound.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { invalid } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { MessageKey } from '#schema/problem.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { bulkLimits, type BulkResults, type setUserStatuses as statuses } from '#schema/rest/users-at-once.ts';
import { changeStatus, resendInvitationTo } from './account.ts';
import { matchesFilter } from './list.ts';
import { lockUsers, refusalOf, type User, visibleTo } from './scope.ts';

interface StaffRequest<Body> {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly body: Body;
}

type Found = { readonly id: string; readonly user: User | undefined };
type Change = (tx: Queryable, user: User) => Promise<MessageKey | undefined>;

/** Sets the status of many users in one transaction; answers for each user why the status did not change. */
export async function setUserStatuses(
  services: Uses<'db' | 'settings' | 'secrets' | 'jobs'>,
  request: StaffRequest<BodyOf<typeof statuses>>,
): Promise<BulkResults> {
  const { ids, filter, status } = request.body;
  return services.db.transaction(async (tx) => {
    const named = ids ?? (filter ? await idsOf(tx, request.caller, filter) : []);
    return changeEach(tx, { ids: named, caller: request.caller }, (_, user) => {
      return changeStatus(services, tx, { ...request, status, user }).then((refusal) => refusal?.messageKey, asRefusal);
    });
  });
}

/** Mails many invitations again; resolves to a reason for each user whose invitation was not mailed. */
export async function resendInvitations(
  services: Uses<'db' | 'settings' | 'secrets' | 'jobs'>,
  request: StaffRequest<{ ids: string[] }>,
): Promise<BulkResults> {
  const { caller } = request;
  return services.db.transaction((tx) =>
    changeEach(tx, { ids: request.body.ids, caller }, async (_, user) => {
      if (user.status !== UserStatus.INVITED) return 'messages.notInvited';
      const refusal = await refusalOf(tx, caller, user);
      return refusal ?? (await resendInvitationTo(services, tx, { ...request, user }).then(nothing, asRefusal));
    }),
  );
}

const nothing = () => undefined;

// An address that has reached its daily limit of mails refuses only its own row.
function asRefusal(error: unknown) {
  if (isTooManyMails(error)) return 'messages.tooManyMails' as const;
  throw error;
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

async function changeEach(
  tx: Queryable,
  { ids, caller }: { readonly ids: readonly string[]; readonly caller: StaffCaller },
  change: Change,
): Promise<BulkResults> {
  const unique = [...new Set(ids)];
  const lockedUsersById = new Map((await lockUsers(tx, caller, unique)).map((user) => [user.id, user]));
  const results: BulkResults['results'] = [];
  for (const { id, user } of unique.map((id): Found => ({ id, user: lockedUsersById.get(id) }))) {
    const messageKey = user ? await change(tx, user) : 'messages.notFound';
    results.push({ id, messageKey: messageKey ?? null });
  }
  const changed = results.filter(({ messageKey }) => messageKey === null).length;
  return { changed, refused: results.length - changed, results };
}
