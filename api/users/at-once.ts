import { and, asc } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { users } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { invalid } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import type { MessageKey } from '#schema/problem.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { bulkLimits, type BulkResults, type setUserStatuses as statuses } from '#schema/rest/users-at-once.ts';
import { inviteAgain } from './account-mails.ts';
import { filteredBy } from './filter.ts';
import { holdUsers, type User } from './hold.ts';
import { refusalOf } from './rights.ts';
import { visibleTo } from './scope.ts';
import { changeStatus } from './status.ts';

interface Wish<Body> {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly body: Body;
}

type Found = { readonly id: string; readonly user: User | undefined };
type Change = (tx: Queryable, user: User) => Promise<MessageKey | undefined>;

/** Sets the status of many in one transaction; who may not be changed is told apart and stays as they were. */
export async function setUserStatuses(services: Services, wish: Wish<BodyOf<typeof statuses>>): Promise<BulkResults> {
  const { ids, filter, status } = wish.body;
  return services.db.transaction(async (tx) => {
    const named = ids ?? (filter ? await idsOf(tx, wish.caller, filter) : []);
    return changeAll(tx, { ids: named, caller: wish.caller }, async (_, user) => {
      return (await changeStatus(services, tx, { ...wish, status, user }))?.messageKey;
    });
  });
}

/** Mails many invitations anew, each in its own right. */
export async function resendInvitations(services: Services, wish: Wish<{ ids: string[] }>): Promise<BulkResults> {
  const { caller } = wish;
  return services.db.transaction((tx) =>
    changeAll(tx, { ids: wish.body.ids, caller }, async (_, user) => {
      if (user.status !== UserStatus.INVITED) return 'messages.notInvited';
      const refusal = await refusalOf(tx, caller, user);
      if (refusal === undefined) await inviteAgain(services, tx, { ...wish, user });
      return refusal;
    }),
  );
}

type Filter = NonNullable<BodyOf<typeof statuses>['filter']>;

async function idsOf(tx: Queryable, caller: StaffCaller, filter: Filter): Promise<string[]> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(visibleTo(caller), filteredBy(filter)))
    .orderBy(asc(users.id))
    .limit(bulkLimits.filter + 1);
  if (found.length > bulkLimits.filter) throw invalid({ filter: ['messages.tooManyAtOnce'] });
  return found.map(({ id }) => id);
}

async function changeAll(
  tx: Queryable,
  { ids, caller }: { readonly ids: readonly string[]; readonly caller: StaffCaller },
  change: Change,
): Promise<BulkResults> {
  const unique = [...new Set(ids)];
  const held = new Map((await holdUsers(tx, caller, unique)).map((user) => [user.id, user]));
  const results: BulkResults['results'] = [];
  for (const { id, user } of unique.map((id): Found => ({ id, user: held.get(id) }))) {
    const messageKey = user ? await change(tx, user) : 'messages.notFound';
    results.push({ id, messageKey: messageKey ?? null });
  }
  const changed = results.filter(({ messageKey }) => messageKey === null).length;
  return { changed, refused: results.length - changed, results };
}
