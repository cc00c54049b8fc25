import { rosterLimit, rosterProblems, sameName, sameSpelling } from '#schema/rules/rosters.ts';
import { type Child, childOf } from './child.ts';
import { isNamedBy, type Place, type Profile, type Register, sameChild } from './register.ts';
import { refused, type RowResult, skipped, type StudentValues } from './row-values.ts';

/** A child of the class whose name, reading, id or number the row changes. */
export interface Changing {
  readonly place: Place;
  readonly wanted: Pick<Profile, 'name' | 'reading' | 'externalId'>;
  readonly number: number | null;
  /** Whether only the number changes, which is of this class alone. */
  readonly isSameProfile: boolean;
}

/** A child who joins the class: a profile from elsewhere, or a new one. */
export interface Joining {
  readonly child: Child;
  readonly profile: Profile | undefined;
  readonly name: string;
  readonly number: number | null;
  readonly values: StudentValues;
}

type Resolved = RowResult | Changing | Joining;

export const isChanging = (one: Resolved): one is Changing => 'place' in one;
export const isJoining = (one: Resolved): one is Joining => 'child' in one;

/** Finds the child of each row. No two rows mean the same child. */
export function resolveRows(register: Register, rows: readonly StudentValues[]): Resolved[] {
  const named = rows.map((values) => register.here.find((one) => isNamedBy(one, values.child)));
  const ofRows = new Set(named.flatMap((place) => place ?? []));
  const seen = new Set<string>();
  const read = rows.map((values) => ({ values, child: childOf(values) }));
  const spelled = new Set(read.flatMap(({ child }) => ('name' in child ? sameSpelling(child.name) : [])));
  return read.map(({ values, child }, at) => {
    if ('problems' in child) return { outcome: 'refused', problems: child.problems };
    const place =
      named[at] ??
      sameChild(
        register.here.filter((one) => !ofRows.has(one)),
        child,
        spelled,
      );
    if (place) ofRows.add(place);
    const profile = place ?? register.elsewhere.find((one) => isNamedBy(one, values.child));
    const isOut = profile && (profile.deletedAt !== null || (!place && register.takenOut.has(profile.id)));
    if (isOut) return skipped('messages.rosterStudentOut');
    if (profile && seen.has(profile.id)) return skipped('messages.rosterTwice');
    if (profile) seen.add(profile.id);
    if (place) return changeOf(place, child);
    return { child, profile, name: profile?.name ?? child.name, number: child.number ?? null, values };
  });
}

function changeOf(place: Place, child: Child): RowResult | Changing {
  const { name, reading, externalId } = place;
  const isOwn = externalId === null && isNamedBy(place, child.externalId);
  const wanted = {
    // Another spelling of the same name stays as staff wrote it.
    name: sameName(child.name) === sameName(name) ? name : child.name,
    reading: child.reading ?? reading,
    externalId: isOwn ? null : child.externalId,
  };
  const number = child.number ?? place.number;
  const isSameProfile = name === wanted.name && reading === wanted.reading && externalId === wanted.externalId;
  if (isSameProfile && number === place.number) return { outcome: 'unchanged', problems: [] };
  return { place, wanted, number, isSameProfile };
}

/**
 * Refuses the rows that do not fit into the register as it will be: rows may change numbers with each other. A child
 * whose row is refused keeps its number, so that others who wanted this number are refused too.
 */
export function fitRegister(resolved: readonly Resolved[], here: readonly Place[]): Resolved[] {
  const present = here.filter(({ deletedAt }) => deletedAt === null);
  const fitted = withRoom(resolved, rosterLimit - present.length);
  for (;;) {
    const pending = fitted.filter((one) => isChanging(one) || isJoining(one));
    const moved = new Set(pending.filter(isChanging).map(({ place }) => place));
    const there = present.filter((one) => !moved.has(one));
    // Who keeps a number comes before those who want it.
    const keepsNumber = (one: Changing | Joining) => isChanging(one) && one.number === one.place.number;
    const inTurn = [...pending.filter(keepsNumber), ...pending.filter((one) => !keepsNumber(one))];
    const problems = rosterProblems(inTurn.map(rowOf), there);
    const at = problems.findIndex((problem) => problem !== null);
    const [wrong, problem] = [inTurn[at], problems[at]];
    if (!wrong || !problem) return fitted;
    fitted[fitted.indexOf(wrong)] = {
      outcome: 'refused',
      problems: (['name', 'number'] as const).flatMap((field) => {
        const messageKey = problem[field];
        return messageKey === undefined ? [] : [{ field, messageKey }];
      }),
    };
  }
}

const rowOf = (one: Changing | Joining) => ({
  name: isChanging(one) ? one.wanted.name : one.name,
  number: one.number,
});

function withRoom(resolved: readonly Resolved[], room: number): Resolved[] {
  let left = room;
  return resolved.map((one) => {
    if (!isJoining(one)) return one;
    left -= 1;
    return left < 0 ? refused('messages.classFull') : one;
  });
}
