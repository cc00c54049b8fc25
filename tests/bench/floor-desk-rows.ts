import type { Pool } from 'pg';
import { floorIds } from './floor-cases.ts';

/**
 * Writes what no call of the API makes by itself: a webhook's messages, broken links, an administrator's other sessions,
 * passkeys and second step, and changes that lie long enough back for a feed.
 */
export async function addDeskRows(pool: Pick<Pool, 'query'>): Promise<void> {
  const { staffId, webhookId } = await floorIds(pool);
  await pool.query(
    `insert into webhook_deliveries
      (id, webhook_id, type, row_id, occurred_at, created_at, state, attempts, last_try_at, next_try_at, status,
        duration_ms, problem, answer)
      select gen_random_uuid(), $1, 'class.created', c.id, now() - interval '2 hours', now() - n * interval '1 minute',
        case when n % 3 = 0 then 'failed' when n % 3 = 1 then 'delivered' else 'waiting' end, n % 9 + 1,
        now() - interval '1 minute', case when n % 3 = 2 then now() + interval '1 day' end,
        case when n % 3 = 1 then 204 else 503 end, 40 + n::int, case when n % 3 <> 1 then 'status' end, 'Thank you'
      from (select id, row_number() over (order by id) as n from classes limit 30) as c(id, n)`,
    [webhookId],
  );
  await pool.query(
    `insert into link_checks (id, kind, row_id, target, problem, bad_since, broken_at, tried_at, checked_at)
      select gen_random_uuid(), 'picture', id, page_image_media_id::text, 'missing', now(), now(), now(), now()
      from contents where page_image_media_id is not null and deleted_at is null order by id limit 40
      on conflict (row_id, kind) do update
        set problem = excluded.problem, bad_since = now(), broken_at = now(), checked_at = now()`,
  );
  await pool.query(
    `insert into refresh_families (id, user_id, created_at, last_used_at, expires_at, os, browser, network)
      select gen_random_uuid(), $1, now() - n * interval '1 day', now() - n * interval '1 hour', now() + interval '9 days',
        'Windows', 'Firefox', '192.0.2.0/24'
      from generate_series(1, 7) as n`,
    [staffId],
  );
  await pool.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, synced, name, created_at, last_used_at)
      select gen_random_uuid(), $1, 'floor-credential-' || n, 'floor-key', n, true, 'Laptop ' || n, now(), now()
      from generate_series(1, 4) as n`,
    [staffId],
  );
  await pool.query(
    `insert into second_factors (user_id, sealed_secret, created_at, confirmed_at)
      values ($1, repeat('x', 80), now(), now())`,
    [staffId],
  );
  await pool.query(
    `insert into recovery_codes (id, user_id, code_hash)
      select gen_random_uuid(), $1, repeat('x', 80) from generate_series(1, 8)`,
    [staffId],
  );
  for (const table of ['classes', 'users', 'textbooks'])
    await pool.query(`update ${table} set updated_at = updated_at - interval '1 hour'`);
}
