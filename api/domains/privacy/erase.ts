import { and, eq, sql } from 'drizzle-orm';
import { type Author, type AuthorOrNobody, recordChange } from '#api/domains/audit/record.ts';
import { forgetInAudit, forgetProfiles } from '#api/domains/retention/forget-child.ts';
import { removeUnused } from '#api/domains/retention/unused-media.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { idArray } from '#api/ground/db/id-array.ts';
import {
  auditLog,
  communityPostReports,
  communityPosts,
  devices,
  mediaRequests,
  mergedProfiles,
  profiles,
  removedClassProfiles,
  studentAlbums,
} from '#api/ground/db/schema.ts';
import { invalid, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { addRemoval, type ErasedFiles, removeErasedNow } from './erased-files.ts';
import { mediaOf, mergesOthers, postsOf, profilesOfChild } from './whole-child.ts';

interface Erasure {
  readonly id: string;
  readonly confirmName: string;
  readonly author: Author;
}

/** Erases a child's data for good. A job removes the files that cannot be removed now. */
export async function eraseProfile(
  services: Uses<'db' | 'jobs' | 'storage' | 'logger'>,
  erasure: Erasure,
): Promise<void> {
  const files = await services.db.transaction(async (tx) => eraseRows(tx, services, erasure));
  await removeErasedNow(services, files);
}

const action = 'erase';

// Deletes the rows. Resolves to the files that are unused now.
async function eraseRows(
  tx: Queryable,
  services: Uses<'jobs'>,
  { id, confirmName, author }: Erasure,
): Promise<ErasedFiles> {
  const profile = await lockedProfile(tx, id);
  if (!profile) {
    if (await wasErased(tx, id)) return { keys: [], albums: [] };
    throw notFound();
  }
  if (spelled(profile.name) !== spelled(confirmName)) throw invalid({ confirmName: ['messages.eraseNameDiffers'] });
  return eraseChild(tx, services, { id, author });
}

/** Repeats an erasure that a restore has undone. Undefined if the restored database has no such profile. */
export async function eraseAgain(
  tx: Queryable,
  services: Uses<'jobs'>,
  erasure: Repeated,
): Promise<ErasedFiles | undefined> {
  return (await lockedProfile(tx, erasure.id)) && eraseChild(tx, services, erasure);
}

interface Repeated {
  readonly id: string;
  readonly author: AuthorOrNobody;
}

async function lockedProfile(tx: Queryable, id: string): Promise<{ readonly name: string } | undefined> {
  const [profile] = await tx.select({ name: profiles.name }).from(profiles).where(eq(profiles.id, id)).for('update');
  return profile;
}

async function eraseChild(tx: Queryable, services: Uses<'jobs'>, { id, author }: Repeated): Promise<ErasedFiles> {
  const whole = await profilesOfChild(tx, id);
  const ids = idArray(whole);
  // The row locks make a simultaneous joining or upload wait; then it finds no profile.
  await tx.execute(sql`select from ${profiles} where ${profiles.id} = any(${ids}) order by ${profiles.id} for update`);
  const sent = await uploadKeys(tx, whole);
  const shown = await tx.execute<{ id: string | null }>(sql`select id from ${mediaOf(ids)} as own(id)`);
  await forgetInAudit(tx, 'community_posts', postsOf(ids));
  await forgetMerging(tx, whole);
  await forgetProfiles(tx, ids);
  await tx.execute(sql`delete from ${communityPostReports} where ${communityPostReports.profileId} = any(${ids})`);
  await tx.execute(sql`delete from ${communityPosts} where ${communityPosts.profileId} = any(${ids})`);
  const albums = await tx
    .delete(studentAlbums)
    .where(sql`${studentAlbums.profileId} = any(${ids})`)
    .returning({ key: studentAlbums.storageKey });
  await tx.execute(sql`delete from ${mergedProfiles} where ${mergedProfiles.id} = any(${ids})`);
  const used = await tx.execute<{ id: string }>(
    sql`delete from ${profiles} where ${profiles.id} = any(${ids}) returning device_id as id`,
  );
  await removeDevices(tx, idsIn(used.rows));
  const keys = await removeUnused(tx, idsIn(shown.rows));
  await recordChange(tx, author, { action, entity: 'profiles', entityId: id });
  const files = { keys: [...new Set([...keys, ...sent])], albums: albums.map(({ key }) => key) };
  await addRemoval(tx, services, files);
  return files;
}

const spelled = (name: string): string => name.normalize('NFC').trim();
const idsIn = (rows: readonly { readonly id: string | null }[]) => rows.flatMap(({ id }) => (id === null ? [] : [id]));

async function wasErased(tx: Queryable, id: string): Promise<boolean> {
  const done = and(eq(auditLog.entity, 'profiles'), eq(auditLog.entityId, id), eq(auditLog.action, action));
  return (await tx.$count(auditLog, done)) > 0;
}

// The keys of uploaded sources, and of results that a worker may be preparing now.
async function uploadKeys(tx: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string; main: string | null; thumbnail: string | null }>(sql`
    select id, source_key as main, thumbnail_source_key as thumbnail
    from ${mediaRequests} where ${mediaRequests.profileId} = any(${idArray(ids)}) for update`);
  return rows.flatMap(({ id, main, thumbnail }) =>
    [main, thumbnail, id, `${id}.thumbnail`].filter((key) => key !== null),
  );
}

// Removes the ids from audit rows of other profiles that name the merge.
async function forgetMerging(tx: Queryable, ids: readonly string[]): Promise<void> {
  const ofOwn = sql`${auditLog.entity} = 'profiles' and ${auditLog.entityId} = any(${idArray(ids)})`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select jsonb_array_elements_text(after -> 'mergedIds') as id from ${auditLog} where ${ofOwn} and ${mergesOthers}
    union select before ->> 'mergedInto' from ${auditLog} where ${ofOwn} and before ? 'mergedInto'`);
  const own = sql`${sql.param(ids)}::text[]`;
  await tx.execute(sql`
    update ${auditLog} set before = before - 'mergedInto',
      after = case when after ? 'mergedIds' then jsonb_set(after, '{mergedIds}', (after -> 'mergedIds') - ${own}) else after end
    where ${auditLog.entity} = 'profiles' and ${auditLog.entityId} = any(${idArray(idsIn(rows))})
      and (before ->> 'mergedInto' = any(${own}) or after -> 'mergedIds' ?| ${own})`);
}

// A class may have blocked another child on the same device; the block needs the device.
async function removeDevices(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from ${devices} where ${devices.id} = any(${idArray(ids)})
      and not exists (select from ${profiles} where ${profiles.deviceId} = ${devices.id})
      and not exists (select from ${removedClassProfiles} where ${removedClassProfiles.deviceId} = ${devices.id})`);
}
