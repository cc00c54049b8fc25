import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { auditLog, devices, mediaRequests, profiles, refreshTokens } from '#api/ground/db/schema.ts';
import { olderThan } from './ages.ts';
import { inBatches, type Night } from './batches.ts';
import { forgetDays } from './forget-days.ts';
import { unfinished } from './unfinished.ts';

const together = 2000;
// A device asks for its uploads' outcome within minutes, days at most.
export const requestDays = 30;

/** Removes what is kept for a time and is not asked for any more; how many of each. */
export async function endRetention(night: Night) {
  const { retention } = night.services.settings;
  const remove = (table: PgTable, id: PgColumn, which: SQL) => removeRows(night, { table, id, which });
  return {
    pageViews: await forgetDays(night, retention.pageViews),
    audit: await remove(auditLog, auditLog.id, olderThan(auditLog.at, retention.audit)),
    mediaRequests: await remove(
      mediaRequests,
      mediaRequests.id,
      sql`${olderThan(mediaRequests.updatedAt, requestDays)} and not ${unfinished}`,
    ),
    devices: await remove(
      devices,
      devices.id,
      sql`${olderThan(devices.lastSeenAt, retention.profiles)}
        and not exists (select from ${profiles} where ${profiles.deviceId} = ${devices.id})`,
    ),
    refreshTokens: await removeRefreshTokens(night),
  };
}

interface Removal {
  readonly table: PgTable;
  readonly id: PgColumn;
  readonly which: SQL;
}

function removeRows(night: Night, { table, id, which }: Removal): Promise<number> {
  return inBatches(night, async (tx) => {
    const some = sql`select ${id} from ${table} where ${which} limit ${together}`;
    const { rowCount } = await tx.execute(sql`delete from ${table} where ${id} in (${some})`);
    return { count: rowCount ?? 0 };
  });
}

// A session of half a year is thousands of tokens; of those past their own end only the chain would hold on to them.
function removeRefreshTokens(night: Night): Promise<number> {
  return inBatches(night, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from ${refreshTokens} where ${olderThan(refreshTokens.expiresAt, 1)} limit ${together}`,
    );
    if (rows.length === 0) return { count: 0 };
    const ids = sql`(select unnest(${sql.param(rows.map(({ id }) => id))}::uuid[]))`;
    await tx.execute(sql`update ${refreshTokens} set parent_id = null where ${refreshTokens.parentId} in ${ids}`);
    await tx.execute(sql`delete from ${refreshTokens} where ${refreshTokens.id} in ${ids}`);
    return { count: rows.length };
  });
}
