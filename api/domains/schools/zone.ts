import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { classes, schools } from '#api/ground/db/schema.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { ownSchools, type Viewer } from './scope.ts';

/** The time zone that a class's school has chosen, for queries of classes; null where it has the installation's. */
export const ownZone = (schoolId: SQLWrapper = classes.schoolId): SQL<string | null> => sql<string | null>`(
  select nullif(zoned.time_zone, '') from ${schools} zoned where zoned.id = ${schoolId}
)`;

/** The day of an instant in the zone of a class's school, for queries of classes; `timeZone` is the installation's. */
export const dayAtSchool = (instant: SQLWrapper, timeZone: SQLWrapper | string, schoolId?: SQLWrapper): SQL =>
  sql`(${instant} at time zone coalesce(${ownZone(schoolId)}, ${timeZone}::text))::date`;

/** Today in the zone of a class's school. */
export const todayAtSchool = (timeZone: SQLWrapper | string, schoolId?: SQLWrapper): SQL =>
  dayAtSchool(sql`now()`, timeZone, schoolId);

/** The zone of a class by its id; the installation's zone when the class or its school has none. */
export async function zoneOfClass(db: Queryable, classId: string | undefined, timeZone: string): Promise<string> {
  if (classId === undefined) return timeZone;
  const { rows } = await db.execute<{ zone: string | null }>(
    sql`select ${ownZone()} as zone from ${classes} where ${classes.id} = ${classId}`,
  );
  return rows[0]?.zone ?? timeZone;
}

/** The zone of a caller's schools where they have one in common, else the installation's. */
export async function zoneOfCaller(db: Queryable, caller: Viewer, timeZone: string): Promise<string> {
  const own = ownSchools(caller);
  if (!own) return timeZone;
  const { rows } = await db.execute<{ zone: string }>(
    sql`select distinct time_zone as zone from ${schools} where ${schools.id} in ${own} limit 2`,
  );
  const [only, second] = rows;
  return only && !second && only.zone !== '' ? only.zone : timeZone;
}
