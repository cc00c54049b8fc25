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

/**
 * Kanji of family names, each plain form with its others: staff type the plain one where the school's register has another.
 * The old forms are those that the official list of kanji (joyo kanji hyo) gives in brackets; 髙, 﨑, 𠮷, 濵 and 邉 are
 * other writings of the same. Kanji of different names, such as 斉 and 斎 or 島 and 嶋, are not joined.
 */
const forms = '高髙 崎﨑 吉𠮷 浜濱濵 辺邊邉 沢澤 広廣 徳德 瀬瀨 斎齋 斉齊 関關 桜櫻 真眞 恵惠 国國'.split(' ');
const plainOf = new Map(
  forms.flatMap((group) => {
    const [plain = '', ...others] = group;
    return others.map((other) => [other, plain] as const);
  }),
);
// Variation selectors choose between the drawings of one kanji.
const otherForms = new RegExp(`[${[...plainOf.keys()].join('')}\\p{Variation_Selector}]`, 'gu');

/** A form shared by names that differ only in spaces, width or letter case. */
export const sameSpelling = (name: string): string => name.normalize('NFKC').replace(/\s+/gu, '').toLowerCase();

/** A form shared by all spellings of a name: with or without a space, in full or half width, with any form of a kanji. */
export const sameName = (name: string): string =>
  sameSpelling(name).replace(otherForms, (sign) => plainOf.get(sign) ?? '');

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
