import { type Asker, timed, timesOf } from './measure.ts';
import { type ReportCase, reportCases, sortedCases } from './report-cases.ts';

/** A year's report, at the 95th of a hundred: milliseconds, and times what it takes of a hundredth of the page views. */
const wanted = { milliseconds: 300, growth: 1.5 };
// Of sixty the 95th of a hundred would be the third longest: whatever the machine did beside them.
const rounds = 400;

/** Two services, asked as an administrator. */
type Schools = Readonly<Record<'small' | 'large', Asker>>;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Both by turns, so that whatever else the machine does meets both. */
async function timesIn(schools: Schools, cases: readonly ReportCase[]) {
  const samples = cases.map(() => ({ small: [] as number[], large: [] as number[] }));
  for (let round = -3; round < rounds; round += 1)
    for (const [at, { path }] of cases.entries())
      for (const size of ['small', 'large'] as const) {
        const time = await timed(() => schools[size].get(path));
        // The first ones warm caches up.
        if (round >= 0) samples[at]?.[size].push(time);
      }
  return cases.map(({ name }, at) => {
    const [small, large] = [timesOf(samples[at]?.small ?? []), timesOf(samples[at]?.large ?? [])];
    return { name, small, large, growth: large.p95 / small.p95 };
  });
}

/** Asks for a year's reports in a small school and in a large one; whether they take as long as they may. */
export async function measureReports(schools: Schools): Promise<boolean> {
  const found = await timesIn(schools, reportCases);
  const sorted = await timesIn(schools, sortedCases);
  await Promise.all([schools.small.close(), schools.large.close()]);
  const row = ({ small: few, large: many, growth }: (typeof found)[number]) => ({
    'small p50': rounded(few.p50),
    'small p95': rounded(few.p95),
    'large p50': rounded(many.p50),
    'large p95': rounded(many.p95),
    'large / small p95': rounded(growth),
  });
  console.log("\nA year's reports, in milliseconds");
  console.table(Object.fromEntries([...found, ...sorted].map((one) => [one.name, row(one)])));
  const over = found.filter(({ large: { p95 }, growth }) => p95 > wanted.milliseconds || growth > wanted.growth);
  for (const { name } of over) console.error(`over ${wanted.milliseconds} ms or ${wanted.growth} times: ${name}`);
  return over.length === 0;
}
