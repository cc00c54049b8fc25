import type { Pool } from 'pg';
import type { KeyInHand, StaffCaller } from '#api/ground/http/caller.ts';
import { ApiProblem, invalid, tooManyRequests } from '#api/ground/http/problems.ts';
import type { KeyGate } from '#api/ground/http/calls.ts';
import type { Uses } from '#api/ground/services.ts';
import { type ApiKeyScope, scopeOf } from '#schema/api-key-scopes.ts';
import { admission, type Allowance } from '#schema/rest/admission.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';

/**
 * Checks every call with an API key: its rate limit and its scope. Calls have their own counter beside the cost of GraphQL
 * operations. An admitted operation causes at most as many calls as it costs, so the call limit never stops it half-way.
 */
export function createKeyGate({ pool, settings }: Uses<'pool' | 'settings'>): KeyGate {
  const spend = createSpending(pool, { name: 'api-key-calls', perMinute: settings.apiKeyCostPerMinute });

  return async ({ id, scopes }, operation) => {
    // The admission call is charged by the operation's cost.
    if (operation.name !== admission.name) await spend(id, 1);
    const scope = scopeOf(operation);
    if (scope === 'never') throw notForKeys();
    if (scope !== 'none') assertScope({ scopes }, scope);
  };
}

const notForKeys = () =>
  new ApiProblem({
    status: 403,
    messageKey: 'messages.apiKeyNotHere',
    detail: 'This action is not available with an API key.',
  });

/** Answers 403 when an API key does not have a scope that a part of a call needs; a person needs none. */
export function assertScope(apiKey: Pick<KeyInHand, 'scopes'> | undefined, scope: ApiKeyScope): void {
  if (apiKey && !apiKey.scopes.includes(scope)) throw scopeMissing(scope);
}

const scopeMissing = (scope: string) =>
  new ApiProblem({
    status: 403,
    messageKey: 'messages.apiKeyScopeMissing',
    messageValues: { scope },
    detail: `This API key doesn’t have the scope ${scope}.`,
  });

type Admission = ResponseOf<typeof admission>;

const costCounter = 'api-key-cost';

/** Admits a GraphQL operation of a given cost, and charges an API key for it. */
export function createAdmit({ pool, settings }: Uses<'pool' | 'settings'>) {
  const perMinute = settings.apiKeyCostPerMinute;
  const spend = createSpending(pool, { name: costCounter, perMinute });

  return async ({ apiKey }: StaffCaller, cost: number): Promise<Admission> => {
    if (apiKey === undefined) return { kind: 'staff', allowance: null };
    // More than a whole minute's allowance: waiting would not help.
    if (cost > perMinute) throw invalid({ cost: ['messages.operationTooDear'] });
    // An operation costs at least one point.
    return { kind: 'apiKey', allowance: await spend(apiKey.id, Math.max(1, cost)) };
  };
}

/** The cost that an API key's GraphQL operations have left in its current minute; charges nothing. */
export function createAllowanceOf({
  pool,
  settings,
}: Uses<'pool' | 'settings'>): (keyId: string) => Promise<Allowance> {
  const perMinute = settings.apiKeyCostPerMinute;
  return async (keyId) => {
    const { rows } = await pool.query<Spent>({ ...look, values: [`${costCounter}:${keyId}`] });
    const [spent] = rows;
    return allowanceOf(spent && spent.ms > 0 ? spent : { points: 0, ms: 0 }, perMinute);
  };
}

interface SpendingOptions {
  /** The name of the counter; each counter has its own points. */
  readonly name: string;
  readonly perMinute: number;
}

/** Charges an API key and resolves to the rest of its minute; answers 429 and charges nothing past the limit. */
type Spend = (keyId: string, points: number) => Promise<Allowance>;

/**
 * A limit of points per key and minute, counted in the database for all API processes. A minute begins with its first
 * charge. One statement checks and charges, so simultaneous charges never pass the limit together. A refused charge takes
 * no points. After a refusal the process refuses larger charges by itself until the minute is over.
 */
function createSpending(pool: Pool, { name, perMinute }: SpendingOptions): Spend {
  const exhausted = new Map<string, { readonly rest: number; readonly until: number }>();

  return async (keyId, points) => {
    const key = `${name}:${keyId}`;
    const { rest = 0, until = 0 } = exhausted.get(key) ?? {};
    if (until <= Date.now()) exhausted.delete(key);
    else if (points > rest) throw tooManyRequests((until - Date.now()) / 1000);
    const { rows } = await pool.query<Spent>({ ...charge, values: [key, points, perMinute] });
    if (rows[0]) return allowanceOf(rows[0], perMinute);
    const { rows: found } = await pool.query<Spent>({ ...look, values: [key] });
    const spent = found[0] ?? { points: perMinute, ms: 0 };
    exhausted.set(key, { rest: perMinute - spent.points, until: Date.now() + spent.ms });
    throw tooManyRequests(spent.ms / 1000);
  };
}

interface Spent {
  readonly points: number;
  /** Milliseconds until the minute is over. */
  readonly ms: number;
}

const allowanceOf = ({ points, ms }: Spent, limit: number): Allowance => ({
  limit,
  remaining: limit - points,
  resetsInSeconds: Math.max(0, Math.ceil(ms / 1000)),
});

// The database's clock, since the clocks of processes may differ.
const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
const over = 'used.expire <= excluded.expire - 60000';

// Commits without waiting for the disk: a crash may lose the last charges, which is acceptable.
const asynchronousCommit = "set_config('synchronous_commit', 'off', true) = 'off'";

const charge = {
  name: 'spend',
  text: `
    insert into rate_limits as used (key, points, expire)
    select $1, $2::int, ${now} + 60000 where $2::int <= $3::int and ${asynchronousCommit}
    on conflict (key) do update set
      points = case when ${over} then excluded.points else used.points + excluded.points end,
      expire = case when ${over} then excluded.expire else used.expire end
    where ${over} or used.points + excluded.points <= $3::int
    returning points, (expire - ${now})::int as ms`,
};

const look = {
  name: 'spent',
  text: `select points, (expire - ${now})::int as ms from rate_limits where key = $1`,
};
