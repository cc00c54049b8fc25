const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

// Year first, as in 2026-04-01, 2026/4/1 and 2026年4月1日.
const yearFirst = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/;
// 1 Apr 2026, 1 April 2026.
const dayFirst = /^(\d{1,2})\s+([a-z]{3})[a-z]*\.?,?\s+(\d{4})$/i;
// Apr 1, 2026.
const monthFirst = /^([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})$/i;

/** Parses a typed day into `2026-04-01`; undefined when the text is no day, such as 31 February. */
export function parseDay(typed: string): string | undefined {
  const text = typed.normalize('NFKC').trim();
  const numbers = yearFirst.exec(text);
  if (numbers) return dayOf(numbers[1], numbers[2], numbers[3]);
  const european = dayFirst.exec(text);
  if (european) return dayOf(european[3], monthNumber(european[2]), european[1]);
  const american = monthFirst.exec(text);
  if (american) return dayOf(american[3], monthNumber(american[1]), american[2]);
  return undefined;
}

const monthNumber = (name = '') => String(months.indexOf(name.toLowerCase()) + 1);

function dayOf(year = '', month = '', day = ''): string | undefined {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

/** Parses a typed number, in full-width digits too. Other text stays text, and the rules refuse it. */
export function typedNumber(text: string): number | string {
  const plain = text.normalize('NFKC').trim();
  return /^[-+]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : plain;
}
