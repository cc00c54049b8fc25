import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { contents, finishedContents, lastOpenedUnits, lessons, studentSwitches } from '#api/ground/db/schema.ts';
import type { Progress } from '#schema/rest/progress.ts';

/** A child's finished contents, last opened unit and switches, without deleted contents and units. */
export async function progressOf(db: Queryable, profileId: string): Promise<Progress> {
  const [last] = await lastUnitOf(db, { profileId });
  const units = new Map<string, string[]>();
  for (const { unit, content } of await finishedBy(db, { profileId })) {
    const ofUnit = units.get(unit) ?? [];
    ofUnit.push(content);
    units.set(unit, ofUnit);
  }
  return {
    lastUnitHashCode: last?.unit ?? null,
    units: [...units].map(([unitHashCode, contentHashCodes]) => ({ unitHashCode, contentHashCodes })),
    switches: await switchesOf(db, { profileId }),
  };
}

const lastUnitOf = preparedQuery(['profileId'], (db: Queryable, { profileId }) =>
  db
    .select({ unit: lessons.hashCode })
    .from(lastOpenedUnits)
    .innerJoin(lessons, eq(lessons.id, lastOpenedUnits.lessonId))
    .where(and(eq(lastOpenedUnits.profileId, profileId), isNull(lessons.deletedAt))),
);

const finishedBy = preparedQuery(['profileId'], (db: Queryable, { profileId }) =>
  db
    .select({ unit: lessons.hashCode, content: contents.hashCode })
    .from(finishedContents)
    .innerJoin(contents, eq(contents.id, finishedContents.contentId))
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .where(and(eq(finishedContents.profileId, profileId), isNull(contents.deletedAt), isNull(lessons.deletedAt)))
    .orderBy(asc(finishedContents.finishedAt), asc(contents.id)),
);

const switchesOf = preparedQuery(['profileId'], (db: Queryable, { profileId }) =>
  db
    .select({ switch: studentSwitches.switch, isOn: studentSwitches.isOn })
    .from(studentSwitches)
    .where(eq(studentSwitches.profileId, profileId))
    .orderBy(asc(studentSwitches.switch)),
);
