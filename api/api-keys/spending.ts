import type { Pool } from 'pg';
import { tooManyRequests } from '#api/http/problems.ts';
import type { Allowance } from '#schema/rest/admission.ts';

export interface SpendingOptions {
  /** What is counted; a key has so many points of each. */
  readonly name: string;
  readonly perMinute: number;
}

/** Charges an API key, and answers what is left of its minute; 429, with nothing charged, when it does not suffice. */
export type Spend = (keyId: string, points: number) => Promise<Allowance>;

/**
 * Points per key and minute, counted beside the other limits for every API process. A minute begins with its first
 * charge. One statement charges only what fits, so charges of the same moment never pass the limit together, and one that
 * is too large leaves the rest to smaller ones. Who goes on and on is refused without asking the database: within a minute
 * the rest only shrinks.
 */
export function createSpending(pool: Pool, { name, perMinute }: SpendingOptions): Spend {
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
  /** Until its minute is over. */
  readonly ms: number;
}

const allowanceOf = ({ points, ms }: Spent, limit: number): Allowance => ({
  limit,
  remaining: limit - points,
  resetsInSeconds: Math.max(0, Math.ceil(ms / 1000)),
});

// The database's clock, since the processes' own may differ.
const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
const over = 'used.expire <= excluded.expire - 60000';

// A crash may forget the last moments of a count; that is not worth a wait for the disk at every call.
const unhurried = "set_config('synchronous_commit', 'off', true) = 'off'";

const charge = {
  name: 'spend',
  text: `
    insert into rate_limits as used (key, points, expire)
    select $1, $2::int, ${now} + 60000 where $2::int <= $3::int and ${unhurried}
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
