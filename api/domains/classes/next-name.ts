interface Move {
  /** The calendar years that the class runs in. */
  readonly from: readonly number[];
  readonly years: number;
}

// Years in class names: 2026, ２０２６, 2026-27, 2026/27, and years of the Japanese era: 令和8, R8.
const calendarYear = /(?<![\d０-９])([2２][0０][\d０-９]{2})(?:([-/–－／])([\d０-９]{2}))?(?![\d０-９])/g;
const eraYear = /(令和|(?<![\p{L}\d])R)(元|[\d０-９]{1,2})(?![\d０-９])/gu;
const beforeReiwa = 2018;

/**
 * A class's name for a later year: `3年1組 2026年度` becomes `3年1組 2027年度`. Only the years in which the class runs
 * change, so a room or a grade keeps its number.
 */
export function moveYears(name: string, { from, years }: Move): string {
  const moved = (year: number): number | undefined => (from.includes(year) ? year + years : undefined);
  return name
    .replace(calendarYear, (whole: string, year: string, sign: string | undefined, end: string | undefined) => {
      const next = moved(numberOf(year));
      if (next === undefined) return whole;
      if (sign === undefined || end === undefined) return written(next, year);
      // The number after the sign may be a month; only a following year changes.
      const isNextYear = numberOf(end) === (numberOf(year) + 1) % 100;
      const shortEnd = isNextYear ? String((next + 1) % 100).padStart(2, '0') : end;
      return `${written(next, year)}${sign}${written(shortEnd, end)}`;
    })
    .replace(eraYear, (whole: string, era: string, year: string) => {
      const next = moved(beforeReiwa + (year === '元' ? 1 : numberOf(year)));
      return next === undefined ? whole : `${era}${written(next - beforeReiwa, year)}`;
    });
}

const numberOf = (digits: string): number => Number(digits.normalize('NFKC'));

// Keeps the width (half or full) of the digits before.
function written(value: number | string, like: string): string {
  const digits = String(value);
  return /[０-９]/.test(like) ? digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))) : digits;
}
