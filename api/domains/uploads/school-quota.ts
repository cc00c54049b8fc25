import { and, eq, gte, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { lockClasses } from '#api/ground/db/advisory-locks.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, communityPosts, media, mediaRequests, profiles, schools } from '#api/ground/db/schema.ts';
import { conflict, tooManyRequests } from '#api/ground/http/problems.ts';
import { beginningOf, schoolDay } from '#api/ground/school-day.ts';

interface Wanted {
  readonly profileId: string;
  readonly classId: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * Lets one work at a time look for room and be written, until the transaction ends: those of a school that limits its
 * storage, else those of a class. Otherwise simultaneous works would all see the same room.
 */
export async function lockRoom(tx: Queryable, classId: string): Promise<void> {
  const limitedSchool = sql`(
    select ${schools.id} from ${classes} join ${schools} on ${schools.id} = ${classes.schoolId}
    where ${classes.id} = ${classId} and ${schools.storageMegabytes} > 0
  )`;
  await tx.execute(sql`
    select pg_advisory_xact_lock(${lockClasses.storageRoom}::int, hashtext(coalesce(${limitedSchool}, ${classId}::uuid)::text))`);
}

/**
 * Answers 429 when the child has sent as many works today as the school of the class allows, and 409 when the school's
 * storage is full; `timeZone` is the installation's. Deleted works do not count.
 */
export async function assertSchoolRoom(db: Queryable, { profileId, classId, size }: Wanted, timeZone: string) {
  const [school] = await db
    .select({
      id: schools.id,
      timeZone: schools.timeZone,
      worksPerDay: schools.worksPerDay,
      storageMegabytes: schools.storageMegabytes,
    })
    .from(classes)
    .innerJoin(schools, eq(schools.id, classes.schoolId))
    .where(eq(classes.id, classId));
  if (!school) return;
  const { id, worksPerDay, storageMegabytes } = school;
  const today = beginningOf(schoolDay(school.timeZone || timeZone), school.timeZone || timeZone);
  if (worksPerDay > 0 && (await worksSince(db, { profileId, schoolId: id, today })) >= worksPerDay)
    throw tooManyRequests(retryAfter, 'messages.tooManyWorksToday');
  if (storageMegabytes > 0 && (await bytesOf(db, ofSchool(id))) + size > storageMegabytes * megabyte)
    throw conflict('messages.schoolStorageFull', 'Your school’s space is full. Ask your teacher.');
}

// In seconds. Devices wait as long with the works of all their children, so it is not the whole rest of the day.
const retryAfter = 3600;

interface Since {
  readonly profileId: string;
  readonly schoolId: string;
  readonly today: ReturnType<typeof beginningOf>;
}

async function worksSince(db: Queryable, { profileId, schoolId, today }: Since): Promise<number> {
  const [sent] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(communityPosts)
    .innerJoin(classes, eq(classes.id, communityPosts.classId))
    .where(
      and(
        eq(communityPosts.profileId, profileId),
        eq(classes.schoolId, schoolId),
        isNull(communityPosts.deletedAt),
        gte(communityPosts.createdAt, today),
      ),
    );
  return sent?.count ?? 0;
}

export const megabyte = 1024 * 1024;

/** The works on the walls of a school's classes. */
export const ofSchool = (schoolId: SQLWrapper | string): SQL =>
  sql`${communityPosts.classId} in (
    select ${classes.id} from ${classes} where ${classes.schoolId} = ${schoolId} and ${classes.deletedAt} is null
  )`;

const keptWorks = sql`${communityPosts} join ${profiles} on ${profiles.id} = ${communityPosts.profileId}
  and ${communityPosts.deletedAt} is null and ${profiles.deletedAt} is null`;

/**
 * The bytes of stored and of pending works. A deleted work, or one of a removed profile, does not count, although its
 * file stays until the purge. A work's file and its small picture are joined each by its own column: of one condition for
 * both, PostgreSQL makes a look-up for each work.
 */
export const bytesWhere = (owner: SQL): SQL<number> => sql<number>`(
  (select coalesce(sum(coalesce(file.byte_size, 0) + coalesce(small.byte_size, 0)), 0)::float8 from ${keptWorks}
    left join ${media} file on file.id = ${communityPosts.mediaId}
    left join ${media} small on small.id = ${communityPosts.thumbnailMediaId}
      and small.id is distinct from ${communityPosts.mediaId}
    where ${owner})
  + (select coalesce(sum(${mediaRequests.sourceSize}), 0)::float8 from ${keptWorks}
    join ${mediaRequests} on ${mediaRequests.postId} = ${communityPosts.id}
    where ${owner} and ${mediaRequests.state} in ('pending', 'processing'))
)`;

/** Reads the bytes of `bytesWhere`. */
export async function bytesOf(db: Queryable, owner: SQL): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(sql`select ${bytesWhere(owner)} as bytes`);
  return rows[0]?.bytes ?? 0;
}
