import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { classProfiles, profiles } from '#api/ground/db/schema.ts';
import { sameName } from '#schema/rules/rosters.ts';

interface Numbered {
  readonly id: string;
  readonly name: string;
  readonly animal: string;
  readonly number: number | null;
}

/**
 * The number on a child's tile: null where no other child has the name, else the number in the register. Tiles of one
 * name and animal without such numbers look alike; they get free numbers, in the order in which the children joined.
 */
export function tileNumbers(rows: readonly (Numbered & { readonly joinedAt: Date })[]) {
  const named = new Map<string, (typeof rows)[number][]>();
  for (const row of rows) named.set(sameName(row.name), [...(named.get(sameName(row.name)) ?? []), row]);
  return ({ id, name, animal, number }: Numbered): number | null => {
    const namesakes = named.get(sameName(name)) ?? [];
    if (namesakes.length < 2) return null;
    if (number !== null) return number;
    const alike = namesakes.filter((one) => one.number === null && one.animal === animal);
    if (alike.length < 2) return null;
    const free = namesakes.map((_, at) => at + 1).filter((one) => !namesakes.some((other) => other.number === one));
    const joined = alike.toSorted((one, other) => Number(one.joinedAt) - Number(other.joinedAt));
    return free[joined.findIndex((one) => one.id === id)] ?? null;
  };
}

/** The children whose tiles a class's tablets show. */
export const isListed = (classId: string | SQL): SQL | undefined =>
  and(eq(classProfiles.classId, classId), eq(classProfiles.waiting, false), isNull(profiles.deletedAt));
