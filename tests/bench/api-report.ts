import type { BenchCase } from './api-cases.ts';
import type { Times } from './measure.ts';

export interface CaseTimes extends Pick<BenchCase, 'group' | 'name'> {
  readonly small: Times;
  readonly large: Times;
  /** The same statements as the large API sends, and nothing else. */
  readonly sql: Times;
}

/** Wanted of lists and searches: at most this many times what they take in a small school (issue 3). */
const most = 3;
/** Wanted of the API: at least this share of a bare HTTP server's answers. */
const least = 0.5;

const rounded = (value: number): number => Math.round(value * 100) / 100;
const growth = ({ small, large }: CaseTimes): number => large.p95 / small.p95;

/** A report adds up the page views of its days, which are as many as the school has children. */
export const grewTooMuch = (one: CaseTimes): boolean => one.group !== 'report' && growth(one) > most;

/** Prints every case and each group's middle and worst; whether any grew too much. */
export function printTimes(cases: readonly CaseTimes[]): boolean {
  const row = (one: CaseTimes) => ({
    'small p50': rounded(one.small.p50),
    'small p95': rounded(one.small.p95),
    'large p50': rounded(one.large.p50),
    'large p95': rounded(one.large.p95),
    'SQL p50': rounded(one.sql.p50),
    'SQL p95': rounded(one.sql.p95),
    'large / small p95': rounded(growth(one)),
  });
  console.log('\nMilliseconds; small is 1,000 users and 200 classes, large 1,000,000 and 20,000.');
  console.table(Object.fromEntries(cases.map((one) => [`${one.group} · ${one.name}`, row(one)])));
  console.log('| Calls | how many | large / small, p95: middle | worst | API / bare SQL, p95: middle |');
  console.log('| --- | --- | --- | --- | --- |');
  for (const group of new Set(cases.map((one) => one.group)))
    printGroup(
      group,
      cases.filter((one) => one.group === group),
    );
  const over = cases.filter(grewTooMuch);
  for (const one of over) console.error(`over ${most} times: ${one.group} · ${one.name}, ${rounded(growth(one))}`);
  return over.length > 0;
}

function printGroup(group: string, cases: readonly CaseTimes[]): void {
  const growths = cases.map(growth).sort((a, b) => a - b);
  const shares = cases.map(({ large, sql }) => large.p95 / sql.p95).sort((a, b) => a - b);
  const middle = (values: readonly number[]) => rounded(values[Math.floor(values.length / 2)] ?? Number.NaN);
  const worst = rounded(growths.at(-1) ?? Number.NaN);
  console.log(`| ${group} | ${cases.length} | ${middle(growths)} | ${worst} | ${middle(shares)} |`);
}

/** Prints answers in a second beside the bare server's; whether any share is too small. */
export function printThroughput(results: Readonly<Record<string, { api: number; bare: number }>>): boolean {
  console.log('\n| Call, 16 at once | API, answers/s | bare Node HTTP, same SQL | share |');
  console.log('| --- | --- | --- | --- |');
  for (const [name, { api, bare }] of Object.entries(results))
    console.log(`| ${name} | ${Math.round(api)} | ${Math.round(bare)} | ${rounded(api / bare)} |`);
  const weak = Object.entries(results).filter(([, { api, bare }]) => api / bare < least);
  for (const [name] of weak) console.error(`under ${least} of the bare server: ${name}`);
  return weak.length > 0;
}
