import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import {
  contents,
  finishedContents,
  lastOpenedUnits,
  lessons,
  profiles,
  studentSwitches,
} from '#api/ground/db/schema.ts';
import type { Progress } from '#schema/rest/progress.ts';

/** A child's finished contents, last opened unit and switches, without deleted contents and units. */
export async function progressOf(db: Queryable, profileId: string): Promise<Progress> {
  const [row] = await progressOfProfile(db, { profileId });
  const units = new Map<string, string[]>();
  for (const [unit, content] of row?.finished ?? []) {
    const ofUnit = units.get(unit) ?? [];
    ofUnit.push(content);
    units.set(unit, ofUnit);
  }
  return {
    lastUnitHashCode: row?.lastUnit ?? null,
    units: [...units].map(([unitHashCode, contentHashCodes]) => ({ unitHashCode, contentHashCodes })),
    switches: row?.switches ?? [],
  };
}

// The lists come as JSON, so that the three kinds of rows take one statement.
const progressOfProfile = preparedQuery(['profileId'], (db: Queryable, { profileId }) =>
  db
    .select({
      lastUnit: sql<string | null>`(
        select unit.hash_code from ${lastOpenedUnits} opened join ${lessons} unit on unit.id = opened.lesson_id
        where opened.profile_id = ${profiles}.id and unit.deleted_at is null
      )`,
      finished: sql<[unit: string, content: string][] | null>`(
        select json_agg(json_build_array(unit.hash_code, page.hash_code) order by done.finished_at, page.id)
        from ${finishedContents} done join ${contents} page on page.id = done.content_id
          join ${lessons} unit on unit.id = page.lesson_id
        where done.profile_id = ${profiles}.id and page.deleted_at is null and unit.deleted_at is null
      )`,
      switches: sql<Progress['switches'] | null>`(
        select json_agg(json_build_object('switch', kept.switch, 'isOn', kept.is_on) order by kept.switch)
        from ${studentSwitches} kept where kept.profile_id = ${profiles}.id
      )`,
    })
    .from(profiles)
    .where(eq(profiles.id, profileId)),
);
