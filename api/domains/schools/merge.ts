import { asc, eq, sql } from 'drizzle-orm';
import { removeAlbumFiles } from '#api/domains/albums/files.ts';
import { endAlbumsOfSchool } from '#api/domains/albums/write.ts';
import { recordChange } from '#api/domains/audit/record.ts';
import { editedBy, timeOfChange } from '#api/domains/audit/versions.ts';
import { dateNewMembers } from '#api/domains/users/new-members.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, memberships, schools, schoolYearTurns, signInProviders } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { invalid, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';

interface Merge {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly intoId: string;
  readonly fromId: string;
}

/** Moves the members and classes of one school to another, and removes the first; the audit log keeps its name. */
export async function mergeSchools({ db, storage }: Uses<'db' | 'storage'>, merge: Merge): Promise<void> {
  const { caller, requestId, intoId, fromId } = merge;
  const author = { ...caller, requestId };
  if (intoId === fromId) throw invalid({ fromId: ['messages.invalidValue'] });
  const endedAlbums = await db.transaction(async (tx) => {
    const { into, from } = await lockSchools(tx, merge);
    const memberIds = await moveMembers(tx, merge);
    const memberCount = memberIds.length;
    const classCount = await moveClasses(tx, merge);
    // After the classes: a change of a class locks its row before its people.
    await dateNewMembers(tx, caller, memberIds);
    // They are of a school that is gone.
    const ended = await endAlbumsOfSchool(tx, from.id);
    // People who move sign in as before.
    await tx.update(signInProviders).set({ schoolId: into.id }).where(eq(signInProviders.schoolId, from.id));
    await tx.update(schoolYearTurns).set({ schoolId: into.id }).where(eq(schoolYearTurns.schoolId, from.id));
    const deletion = { action: 'delete', entity: 'schools', entityId: from.id } as const;
    await recordChange(tx, author, { ...deletion, before: { name: from.name }, after: { mergedInto: into.id } });
    await tx.delete(schools).where(eq(schools.id, from.id));
    await tx.update(schools).set(editedBy(into, caller)).where(eq(schools.id, into.id));
    const after = { mergedSchool: from.name, memberCount, classCount };
    await recordChange(tx, author, { action: 'merge', entity: 'schools', entityId: into.id, after });
    return ended;
  });
  await removeAlbumFiles(storage, endedAlbums);
}

/**
 * Locks the rows that a merge writes. A transaction that writes a class holds its school administrator's membership, so
 * the merge waits for the memberships before it locks the school. The other order would deadlock with the class's
 * foreign key.
 */
async function lockSchools(tx: Queryable, { intoId, fromId }: Merge) {
  // The advisory lock allows one merge at a time, so that two merges of the same schools cannot deadlock.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('merge schools', 0))`);
  await tx
    .select({ id: memberships.userId })
    .from(memberships)
    .where(eq(memberships.schoolId, fromId))
    .orderBy(asc(memberships.userId))
    .for('update');
  const [from] = await tx.select().from(schools).where(eq(schools.id, fromId)).for('update');
  const [into] = await tx.select().from(schools).where(eq(schools.id, intoId)).for('no key update');
  if (!into) throw notFound();
  if (!from) throw invalid({ fromId: ['messages.schoolNotAvailable'] });
  return { into, from };
}

// An owner of either school owns the school that remains.
async function moveMembers(tx: Queryable, { intoId, fromId }: Merge): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with moved as (select * from ${memberships} where school_id = ${fromId}),
    written as (
      insert into ${memberships} (school_id, user_id, role, created_at)
        select ${intoId}::uuid, user_id, role, created_at from moved
        on conflict (school_id, user_id) do update set role = excluded.role where excluded.role = 'SchoolOwner'
    )
    select user_id as id from moved`);
  await tx.delete(memberships).where(eq(memberships.schoolId, fromId));
  return rows.map(({ id }) => id);
}

// A trigger keeps a class in a school of its school administrator. A class in the trash can have one who has left the
// school; the first owner takes their place, so that the class does not go to another school.
async function moveClasses(tx: Queryable, { caller, intoId, fromId }: Merge): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with owners as (
      select user_id, created_at from ${memberships} where school_id = ${intoId} and role = 'SchoolOwner'
    )
    update ${classes} set
      school_id = ${intoId},
      school_administrator_id = case
        when school_administrator_id in (select user_id from owners) then school_administrator_id
        else (select user_id from owners order by created_at, user_id limit 1)
      end,
      version = version + 1, updated_at = ${timeOfChange}, updated_by_id = ${caller.userId}
    where school_id = ${fromId}`);
  return rowCount ?? 0;
}
