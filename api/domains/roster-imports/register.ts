import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { visibleTo } from '#api/domains/classes/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, classProfiles, profiles, removedClassProfiles } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { sameName, sameSpelling } from '#schema/rules/rosters.ts';
import type { Child } from './child.ts';
import type { StudentValues } from './row-values.ts';

export type Profile = typeof profiles.$inferSelect;
export type Place = Profile & { readonly number: number | null };

/** The children that the rows of a package for a class may mean. */
export interface Register {
  readonly here: readonly Place[];
  /** Children of the package who are in other classes, or were taken out of this one. */
  readonly elsewhere: readonly Profile[];
  readonly takenOut: ReadonlySet<string>;
}

interface OfClass {
  readonly caller: StaffCaller;
  readonly classId: string;
  readonly schoolId: string | null;
}

export async function registerOf(
  tx: Queryable,
  { caller, classId, schoolId }: OfClass,
  rows: readonly StudentValues[],
): Promise<Register> {
  const here = await tx
    .select({ profile: profiles, number: classProfiles.number })
    .from(classProfiles)
    .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
    .where(eq(classProfiles.classId, classId))
    .for('no key update', { of: profiles });
  const isNamed = named(rows.map(({ child }) => child));
  // An administrator sees the children of other schools, which may have the same ids.
  const ofSchool = sql`${classes.schoolId} is not distinct from ${schoolId}::uuid`;
  const visible = tx
    .select({ id: classes.id })
    .from(classes)
    .where(and(visibleTo(caller), ofSchool));
  const others = await tx
    .selectDistinctOn([profiles.id], { profile: profiles })
    .from(profiles)
    .innerJoin(classProfiles, eq(classProfiles.profileId, profiles.id))
    .where(and(isNamed, inArray(classProfiles.classId, visible)));
  const out = await tx
    .select({ profile: profiles })
    .from(profiles)
    .innerJoin(removedClassProfiles, eq(removedClassProfiles.profileId, profiles.id))
    .where(and(isNamed, eq(removedClassProfiles.classId, classId)));
  return {
    here: here.map(({ profile, number }) => ({ ...profile, number })),
    elsewhere: [...others, ...out].map(({ profile }) => profile),
    takenOut: new Set(out.map(({ profile }) => profile.id)),
  };
}

// Finds children by the school's id, or by our own id if the child has no external id, as an export writes them.
function named(ids: readonly string[]): SQL | undefined {
  const own = ids.filter((id) => isUuid(id));
  return or(
    inArray(profiles.externalId, [...ids]),
    own.length > 0 ? and(isNull(profiles.externalId), inArray(profiles.id, own)) : undefined,
  );
}

export const isNamedBy = (profile: Profile, id: string): boolean =>
  profile.externalId === null ? profile.id === id.toLowerCase() : profile.externalId === id;

/**
 * The child that the class has by hand: one of the same name alone, without an id of the school's, whose number fits. A
 * child whose name is in `spelled`, the names of all rows, belongs to the row with that spelling alone.
 */
export function sameChild(
  here: readonly Place[],
  { name, number }: Child,
  spelled: ReadonlySet<string>,
): Place | undefined {
  const isSpelledSo = (one: Place) => sameSpelling(one.name) === sameSpelling(name);
  const same = here.filter(
    (one) =>
      one.externalId === null &&
      one.deletedAt === null &&
      sameName(one.name) === sameName(name) &&
      (isSpelledSo(one) || !spelled.has(sameSpelling(one.name))),
  );
  const fitting = same.filter((one) => one.number === null || (number ?? one.number) === one.number);
  return fitting.length === 1 ? fitting[0] : undefined;
}
