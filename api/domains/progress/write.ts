import { eq, type SQL, sql } from 'drizzle-orm';
import { holdCaller } from '#api/domains/students/live-profile.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import {
  contents,
  finishedContents,
  lastOpenedUnits,
  lessons,
  printedCodes,
  type printedEntities,
  profiles,
  studentSwitches,
} from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { recordProgress } from '#schema/rest/progress.ts';

type Sent = BodyOf<typeof recordProgress>;

/** Adds a device's report to a child's progress. The same report again changes nothing. */
export async function addProgress({ db }: Uses<'db'>, profileId: string, sent: Sent): Promise<void> {
  await db.transaction(async (tx) => {
    // A merge moves the profile's progress: what is added after that would be lost in the trash.
    await holdCaller(tx, profileId);
    if (sent.finished.length > 0) await addFinished(tx, profileId, sent.finished);
    if (sent.lastUnit !== null) await keepLastUnit(tx, profileId, sent.lastUnit);
    if (sent.switches.length > 0) await keepSwitches(tx, profileId, sent.switches);
  });
}

type Printed = (typeof printedEntities)[number];

// Links that a row had before are printed codes too, so the code of an older device finds its row.
const linkOf = (entity: Printed, hashCode: SQL): SQL => sql`${printedCodes.key} = ${`${entity}:`} || ${hashCode}`;

// Devices send an age in seconds instead of a time, because their clocks may be wrong.
const whenAgo = (seconds: SQL): SQL => sql`greatest(${profiles.createdAt}, now() - make_interval(secs => ${seconds}))`;

async function addFinished(db: Queryable, profileId: string, finished: Sent['finished']): Promise<void> {
  const codes = sql.param(finished.map(({ contentHashCode }) => contentHashCode));
  const seconds = sql.param(finished.map(({ secondsAgo }) => secondsAgo));
  // Rows are written in the order of their ids, so that two devices of one child cannot deadlock.
  await db.execute(sql`
    insert into ${finishedContents} (profile_id, content_id, finished_at)
      select ${profiles.id}, ${contents.id},
        min(case when sent.seconds is not null then ${whenAgo(sql`sent.seconds`)} end)
      from unnest(${codes}::text[], ${seconds}::int[]) sent(code, seconds)
      join ${printedCodes} on ${linkOf('contents', sql`sent.code`)}
      join ${contents} on ${contents.id} = ${printedCodes.entityId}
      join ${profiles} on ${profiles.id} = ${profileId} and ${profiles.deletedAt} is null
      group by ${profiles.id}, ${contents.id} order by ${contents.id}
    on conflict (profile_id, content_id) do update set finished_at = excluded.finished_at
      where ${finishedContents.finishedAt} is null or excluded.finished_at < ${finishedContents.finishedAt}`);
}

async function keepLastUnit(
  db: Queryable,
  profileId: string,
  { unitHashCode, secondsAgo }: NonNullable<Sent['lastUnit']>,
): Promise<void> {
  const openedAt = secondsAgo === null ? sql`${profiles.createdAt}` : whenAgo(sql`${secondsAgo}::int`);
  await db.execute(sql`
    insert into ${lastOpenedUnits} (profile_id, lesson_id, opened_at)
      select ${profiles.id}, ${lessons.id}, ${openedAt}
      from ${printedCodes}
      join ${lessons} on ${lessons.id} = ${printedCodes.entityId}
      join ${profiles} on ${profiles.id} = ${profileId} and ${profiles.deletedAt} is null
      where ${linkOf('lessons', sql`${unitHashCode}::text`)}
    on conflict (profile_id) do update set lesson_id = excluded.lesson_id, opened_at = excluded.opened_at
      where excluded.opened_at >= ${lastOpenedUnits.openedAt}`);
}

async function keepSwitches(db: Queryable, profileId: string, set: Sent['switches']): Promise<void> {
  const switches = sql.param(set.map((one) => one.switch));
  const states = sql.param(set.map(({ isOn }) => isOn));
  const seconds = sql.param(set.map(({ secondsAgo }) => secondsAgo));
  // A value from an older device has no time, so every value that a child has set since takes precedence.
  await db.execute(sql`
    insert into ${studentSwitches} (profile_id, switch, is_on, set_at)
      select distinct on (sent.switch) ${profiles.id}, sent.switch, sent.is_on,
        case when sent.seconds is null then ${profiles.createdAt} else ${whenAgo(sql`sent.seconds`)} end as at
      from unnest(${switches}::smallint[], ${states}::boolean[], ${seconds}::int[]) sent(switch, is_on, seconds)
      join ${profiles} on ${profiles.id} = ${profileId} and ${profiles.deletedAt} is null
      order by sent.switch, at desc
    on conflict (profile_id, switch) do update set is_on = excluded.is_on, set_at = excluded.set_at
      where excluded.set_at >= ${studentSwitches.setAt}`);
}

interface HandOver {
  readonly from: string;
  readonly into: string;
}

/** Moves a child's progress and switches to another profile, which is the same child. */
export async function reassignProgress(tx: Queryable, { from, into }: HandOver): Promise<void> {
  await tx.execute(sql`
    insert into ${finishedContents} (profile_id, content_id, finished_at)
      select ${into}, content_id, finished_at from ${finishedContents} where profile_id = ${from} order by content_id
    on conflict (profile_id, content_id) do update
      set finished_at = least(${finishedContents.finishedAt}, excluded.finished_at)`);
  await tx.delete(finishedContents).where(eq(finishedContents.profileId, from));
  await tx.execute(sql`
    insert into ${lastOpenedUnits} (profile_id, lesson_id, opened_at)
      select ${into}, lesson_id, opened_at from ${lastOpenedUnits} where profile_id = ${from}
    on conflict (profile_id) do update set lesson_id = excluded.lesson_id, opened_at = excluded.opened_at
      where excluded.opened_at > ${lastOpenedUnits.openedAt}`);
  await tx.delete(lastOpenedUnits).where(eq(lastOpenedUnits.profileId, from));
  // The child has set the kept profile's switches itself, so they take precedence.
  await tx.execute(sql`
    insert into ${studentSwitches} (profile_id, switch, is_on, set_at)
      select ${into}, switch, is_on, set_at from ${studentSwitches} where profile_id = ${from} order by switch
    on conflict (profile_id, switch) do nothing`);
  await tx.delete(studentSwitches).where(eq(studentSwitches.profileId, from));
}
