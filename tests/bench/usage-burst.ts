import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { BurstOrder } from './burst.ts';
import { Asker, type Times, timed, timesOf } from './measure.ts';
import { hashOf } from './bench-ids.ts';

/** Page views a second, and how many times as long as without them a class's page may take then. */
const wanted = { perSecond: 3_000, slower: 2 };
// Those under way at the end of a stretch are sent and not yet taken.
const sentPerSecond = 3_100;
const rounds = 5;
const stretch = 4_000;
// A class at work beside the burst.
const neighbours = 4;
const breath = 100;

const classPage = (number: number): string => `/api/Student/class-detail?hashCode=${hashOf('c', number)}`;

async function neighbour(asker: Asker): Promise<Times> {
  const samples: number[] = [];
  const end = performance.now() + stretch;
  const ask = async (connection: number): Promise<void> => {
    for (let number = connection; performance.now() < end; number += neighbours) {
      samples.push(await timed(() => asker.get(classPage(number % 1000))));
      await wait(breath);
    }
  };
  await Promise.all(Array.from({ length: neighbours }, (_, connection) => ask(connection)));
  return timesOf(samples);
}

interface Burst extends Times {
  readonly sent: number;
  readonly problems: Readonly<Record<string, number>>;
}

async function underBurst(url: string, classes: number, asker: Asker) {
  const child = fork('tests/bench/burst.ts', { execArgv: ['--import', 'tsx'] });
  child.send({ urls: [url], classes, perSecond: sentPerSecond, sockets: 600 } satisfies BurstOrder);
  await once(child, 'message');
  child.send('begin');
  const startedAt = performance.now();
  const times = await neighbour(asker);
  child.send('stop');
  const [burst] = (await once(child, 'message')) as [Burst];
  return { times, burst, perSecond: (burst.sent * 1000) / (performance.now() - startedAt) };
}

const rounded = (value: number): string => value.toFixed(1);

/** Sends page views to the service while a class looks at its page; whether it is as it is wanted. */
export async function measureIntake(url: string, classes: number): Promise<boolean> {
  const asker = new Asker(url, neighbours);
  await neighbour(asker);
  const found: { idle: Times; burst: Awaited<ReturnType<typeof underBurst>> }[] = [];
  for (let round = 0; round < rounds; round += 1)
    found.push({ idle: await neighbour(asker), burst: await underBurst(url, classes, asker) });
  await asker.close();
  console.log(`\n${sentPerSecond} page views a second are sent, half of them of a page that was told before.`);
  console.table(
    found.map(({ idle, burst: { times, burst, perSecond } }) => ({
      'taken in a second': Math.round(perSecond),
      'answer p50 ms': rounded(burst.p50),
      'answer p99 ms': rounded(burst.p99),
      refused: JSON.stringify(burst.problems),
      "class's page p99 ms, idle": rounded(idle.p99),
      'with the burst': rounded(times.p99),
      'times as long': rounded(times.p99 / idle.p99),
    })),
  );
  // The middle of the rounds, on both sides: the machine, or the database's own housekeeping, spoils one or two.
  const slower = middle(found.map(({ burst }) => burst.times.p99)) / middle(found.map(({ idle }) => idle.p99));
  const perSecond = middle(found.map(({ burst }) => burst.perSecond));
  console.log(`${Math.round(perSecond)} taken in a second; the class's page took ${rounded(slower)} times as long.`);
  if (perSecond < wanted.perSecond) console.error(`under ${wanted.perSecond} page views a second`);
  if (slower > wanted.slower) console.error(`a class's page takes over ${wanted.slower} times as long`);
  return perSecond >= wanted.perSecond && slower <= wanted.slower;
}

const middle = (values: readonly number[]): number => timesOf(values).p50;
