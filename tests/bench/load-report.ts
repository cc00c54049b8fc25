import { availableParallelism } from 'node:os';
import type { DatabaseSize } from './database-growth.ts';
import type { Upload } from './load-phases.ts';
import { bytesOf } from './load-works.ts';
import type { Counted, Kept } from './lost-work.ts';
import { timesOf } from './measure.ts';
import type { Spent } from './processor-time.ts';
import type { Tally } from './tally.ts';

/** One stretch of the run. */
export interface Measured {
  readonly tally: Tally;
  readonly spent: Spent;
}

type Phases = Readonly<Record<string, Measured>>;

const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits));
const ours = ['gateway', 'api', 'worker', 'postgres'];

/** Each stretch's openings of a class beside those of a lone child in the idle service. */
export function printOpenings(phases: Phases, idle: Tally): void {
  console.log('\nA child opens a class: connection, page, class with its units, cover; in milliseconds.');
  const row = ({ tally, spent: { seconds } }: Measured) => {
    const { p50, p99, slowest } = tally.times;
    return {
      openings: tally.openings.length,
      requests: tally.requests,
      'requests/s': Math.round(tally.requests / seconds),
      p50: rounded(p50),
      p99: rounded(p99),
      slowest: rounded(slowest),
      'p50 / idle': rounded(p50 / idle.times.p50),
      'p99 / idle': rounded(p99 / idle.times.p99),
      refused: tally.refused,
    };
  };
  console.table(mapped(phases, row));
}

/** Which process was busy, in percent of one processor; others are whoever else uses the machine. */
export function printProcessors(phases: Phases): void {
  console.log(
    `\nPercent of one of ${availableParallelism()} processors; all of them is what the whole machine was busy.`,
  );
  const row = ({ spent: { seconds, processor } }: Measured) => {
    const { machine = 0, ...known } = processor;
    const others = machine - Object.values(known).reduce((sum, value) => sum + value, 0);
    const percent = (value: number) => Math.max(0, Math.round((value * 100) / seconds));
    return {
      seconds: rounded(seconds),
      ...mapped(known, percent),
      others: percent(others),
      'all of them': `${Math.round((machine * 100) / seconds / availableParallelism())} %`,
    };
  };
  console.table(mapped(phases, row));
}

interface Day {
  readonly children: number;
  readonly seconds: number;
  readonly oneIn: number;
  readonly measured: Measured;
  readonly recordings: readonly Kept[];
  readonly grown: DatabaseSize;
  /** The most works that waited, the seconds of the oldest, and those after the day until none did. */
  readonly queue: { readonly count: number; readonly age: number; readonly emptyAfter: number | undefined };
}

/** What a day cost, by the child. */
export function printDay({ children, seconds, oneIn, measured, recordings, grown, queue }: Day): void {
  const { tally, spent } = measured;
  const perThousand = (name: string) => (spent.processor[name] ?? 0) / (children / 1000);
  const ofParts = ours.map((name) => [`CPU seconds per 1,000 children, ${name}`, rounded(perThousand(name))] as const);
  const stored = recordings.reduce((sum, { bytes }) => sum + bytes, 0);
  const inMinute = Math.round((children * 60) / seconds);
  console.log(
    `\nThe day of ${children} children, each with one lesson, in ${seconds} s, as when ${inMinute} begin a lesson within ` +
      `a minute; one in ${oneIn} records. With the queue it took ${Math.round(spent.seconds)} s.`,
  );
  console.table({
    ...Object.fromEntries(ofParts),
    'CPU seconds per 1,000 children, in all': rounded(ours.reduce((sum, name) => sum + perThousand(name), 0)),
    'requests per child': rounded(tally.requests / children),
    'page views per child': rounded(tally.views.length / children),
    'kB sent to each child': rounded(tally.bytes / children / 1000),
    recordings: recordings.length,
    'CPU seconds per recording, worker': rounded((spent.processor.worker ?? 0) / recordings.length, 2),
    'bytes stored per recording': Math.round(stored / recordings.length),
    'database growth per child, bytes': Math.round(grown.all / children),
    'works that waited at most': queue.count,
    'oldest that waited, seconds': rounded(queue.age),
    'queue empty after the last child, seconds': rounded(queue.emptyAfter ?? Number.NaN),
  });
  const most = Object.entries(grown.tables).sort(([, one], [, other]) => other - one);
  console.log('Tables that grew most, bytes per child, with indexes');
  console.table(Object.fromEntries(most.slice(0, 6).map(([name, bytes]) => [name, Math.round(bytes / children)])));
}

/** How long each kind of work took, from its first byte. */
export function printHall(uploads: readonly Upload[], kept: readonly Kept[]): void {
  console.log('\nA hall of uploads: seconds from the first byte');
  const rows = [...new Set(uploads.map(({ work }) => work))].map((work) => {
    const all = uploads.filter((upload) => upload.work === work);
    const accepted = all.map((one) => one.accepted / 1000);
    const ready = all.flatMap(({ requestId, startedAt }) =>
      kept.filter(({ id }) => id === requestId).map(({ readyAt }) => (readyAt - startedAt) / 1000),
    );
    const row = {
      works: all.length,
      'kB each': Math.round(bytesOf(work) / 1000),
      'accepted, p50': rounded(timesOf(accepted).p50, 2),
      'accepted, last': rounded(Math.max(...accepted), 2),
      'ready, p50': rounded(timesOf(ready).p50, 2),
      'ready, last': rounded(Math.max(...ready), 2),
    };
    return [work.mutation, row] as const;
  });
  console.table(Object.fromEntries(rows));
}

/** Prints what is missing and who was refused; whether nothing is and nobody was. */
export function printFaults(
  counted: Readonly<Record<string, Counted>>,
  tallies: Readonly<Record<string, Tally>>,
): boolean {
  console.log('\nWhat was accepted, and what of it is there at the end');
  console.table(counted);
  const whole = Object.values(counted).every(({ accepted, there }) => accepted === there);
  if (!whole) console.error('accepted work was lost');
  const refusals = Object.entries(tallies).flatMap(([name, { refusals }]) =>
    [...refusals].map(([reason, count]) => `${name}: refused ${count} times: ${reason}`),
  );
  for (const refusal of refusals) console.error(refusal);
  return whole && refusals.length === 0;
}

function mapped<Value, Result>(values: Readonly<Record<string, Value>>, map: (value: Value) => Result) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
