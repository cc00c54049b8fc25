import { mergesOthers } from '#api/domains/privacy/whole-child.ts';
import { rollupTimeZone, withRollupLock } from '#api/domains/usage/lock.ts';
import { forgetBefore } from '#api/domains/usage/months.ts';
import { dropPartitions } from '#api/domains/usage/partitions.ts';
import { idArray } from '#api/ground/db/id-array.ts';
import { addDays, schoolDay } from '#api/ground/school-day.ts';
import { inBatches, type Night } from './batches.ts';
import { ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  auditLog,
  devices,
  mediaRequests,
  profiles,
  refreshTokens,
  removedClassProfiles,
  webhookDeliveries,
} from '#api/ground/db/schema.ts';
import { trashDays } from '#schema/rest/trash.ts';
import { deliveryDays } from '#schema/rest/webhooks.ts';
import { olderThan, unfinished } from './expired.ts';

const batchSize = 2000;
// For the answers about uploads that have no post.
export const requestDays = 30;

/**
 * Removes the rows whose retention has ended; resolves to the number of each kind. The log of a merge stays as long as the
 * merged profiles are in the trash, since an erasure finds them by it.
 */
export async function endRetention(night: Night) {
  const { retention } = night.services.settings;
  const remove = (table: PgTable, id: PgColumn, which: SQL) => removeRows(night, { table, id, which });
  return {
    pageViews: await removePageViews(night, retention.pageViews),
    audit: await remove(
      auditLog,
      auditLog.id,
      sql`${olderThan(auditLog.at, retention.audit)} and (not (${mergesOthers}) or ${olderThan(auditLog.at, trashDays)})`,
    ),
    // A device may ask after the summer holidays, and would send a forgotten work again: the answer stays as long as the post.
    mediaRequests: await remove(
      mediaRequests,
      mediaRequests.id,
      sql`${mediaRequests.postId} is null and ${olderThan(mediaRequests.updatedAt, requestDays)} and not ${unfinished}`,
    ),
    devices: await remove(
      devices,
      devices.id,
      sql`${olderThan(devices.lastSeenAt, retention.profiles)}
        and not exists (select from ${profiles} where ${profiles.deviceId} = ${devices.id})
        and not exists (select from ${removedClassProfiles} where ${removedClassProfiles.deviceId} = ${devices.id})`,
    ),
    removals: await removeRemovals(night),
    refreshTokens: await removeRefreshTokens(night),
    // A waiting message is sent when its webhook is switched on again. The webhook's feed does not return to the change.
    webhookDeliveries: await remove(
      webhookDeliveries,
      webhookDeliveries.id,
      sql`${olderThan(webhookDeliveries.createdAt, deliveryDays)} and ${ne(webhookDeliveries.state, 'waiting')}`,
    ),
  };
}

interface Removal {
  readonly table: PgTable;
  readonly id: PgColumn;
  readonly which: SQL;
}

function removeRows(night: Night, { table, id, which }: Removal): Promise<number> {
  return inBatches(night, async (tx) => {
    const some = sql`select ${id} from ${table} where ${which} limit ${batchSize}`;
    const { rowCount } = await tx.execute(sql`delete from ${table} where ${id} in (${some})`);
    return { count: rowCount ?? 0 };
  });
}

// A removed profile can be brought back as long as anything else; a blocked one stays out as long as the class is there.
function removeRemovals(night: Night): Promise<number> {
  return inBatches(night, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      delete from ${removedClassProfiles} where (class_id, profile_id) in (
        select class_id, profile_id from ${removedClassProfiles}
        where not ${removedClassProfiles.blocked} and ${olderThan(removedClassProfiles.removedAt, trashDays)}
        limit ${batchSize})`);
    return { count: rowCount ?? 0 };
  });
}

// A session of half a year has thousands of refresh tokens. Expired ones are deleted; `parent_id` is cleared first, since
// its foreign key would keep them.
function removeRefreshTokens(night: Night): Promise<number> {
  return inBatches(night, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from ${refreshTokens} where ${olderThan(refreshTokens.expiresAt, 1)} limit ${batchSize}`,
    );
    if (rows.length === 0) return { count: 0 };
    const ids = idArray(rows.map(({ id }) => id));
    await tx.execute(sql`update ${refreshTokens} set parent_id = null where ${refreshTokens.parentId} = any(${ids})`);
    await tx.execute(sql`delete from ${refreshTokens} where ${refreshTokens.id} = any(${ids})`);
    return { count: rows.length };
  });
}

/** Removes the page views of whole days before the retention period, and their rollups; resolves to their number. */
export async function removePageViews({ services, signal }: Night, days: number): Promise<number> {
  if (days === 0) return 0;
  signal.throwIfAborted();
  const { db, settings } = services;
  const timeZone = (await rollupTimeZone(db)) ?? settings.timeZone;
  const firstDay = addDays(schoolDay(timeZone), -days);
  // School days and UTC days differ by less than a day. Until the rollups go too, reports still have these days whole.
  const dropped = await dropPartitions(db, new Date(addDays(firstDay, -1)));
  return dropped + (await withRollupLock(db, (tx) => forgetBefore(tx, firstDay, timeZone)));
}
