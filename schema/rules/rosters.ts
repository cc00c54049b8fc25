/*
 * The rules between the rows of a class's register; `profiles.ts` has the rules of a single row. The staff app checks them
 * before it sends the rows, and the API checks them again.
 */

/** The most children of a class. A device never shows more. */
export const rosterLimit = 200;

/** The most children that are added in one call. */
export const studentsAtOnce = 100;

/** A child of the register; the number is null when the class gave none. */
export interface RosterRow {
  readonly name: string;
  readonly number: number | null;
}

/** The message keys of a row's problems, by field. */
export interface RosterProblem {
  readonly name?: 'messages.studentTwice';
  readonly number?: 'messages.studentNumberTaken';
}

/** A form that all spellings of one name share: with or without a space, in full or half width. */
export const sameName = (name: string): string => name.normalize('NFKC').replace(/\s+/gu, '').toLowerCase();

/**
 * The problem of each new row, or null. A row is compared with the children in the class (`there`) and with the new rows
 * before it. No number may occur twice. Children of the same name each need a number, since devices show it to tell them
 * apart.
 */
export function rosterProblems(
  rows: readonly RosterRow[],
  there: readonly RosterRow[],
): readonly (RosterProblem | null)[] {
  const numbers = new Set(there.map(({ number }) => number));
  const named = new Map<string, boolean>();
  const note = ({ name, number }: RosterRow) =>
    named.set(sameName(name), (named.get(sameName(name)) ?? true) && number !== null);
  there.forEach(note);
  return rows.map((row) => {
    const allNumbered = named.get(sameName(row.name));
    const isTwice = allNumbered !== undefined && !(allNumbered && row.number !== null);
    const isTaken = row.number !== null && numbers.has(row.number);
    numbers.add(row.number);
    note(row);
    if (!isTwice && !isTaken) return null;
    return {
      ...(isTwice && { name: 'messages.studentTwice' as const }),
      ...(isTaken && { number: 'messages.studentNumberTaken' as const }),
    };
  });
}
