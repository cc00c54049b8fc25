import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { BurstOrder } from './burst.ts';
import { type LockWaits, watchingLocks } from './lock-waits.ts';
import type { Times } from './measure.ts';
import type { Server } from './processes.ts';
import { spending, type Spent } from './processor-time.ts';

/** Page views under way at once, over all processes together: with few of them the intake's pause would be the bound. */
const sockets = 600;
// More than two cores can take: the sockets are the bound.
const perSecond = 20_000;

interface Burst extends Times {
  readonly sent: number;
  readonly problems: Readonly<Record<string, number>>;
}

export interface Load extends Times {
  readonly processes: number;
  readonly perSecond: number;
  readonly problems: Readonly<Record<string, number>>;
  readonly spent: Spent;
  readonly waits: LockWaits;
}

export interface Target {
  readonly databaseUrl: string;
  readonly postgres: number;
  readonly classes: number;
  readonly seconds: number;
}

/** Sends page views to these processes of /api for a while. */
export async function measureLoad(servers: readonly Server[], target: Target): Promise<Load> {
  const child = fork('tests/bench/burst.ts', { execArgv: ['--import', 'tsx'] });
  const order: BurstOrder = { urls: servers.map(({ url }) => url), classes: target.classes, perSecond, sockets };
  child.send(order);
  await once(child, 'message');
  const apis = Object.fromEntries(servers.map(({ pid }, at) => [`api ${at + 1}`, pid]));
  child.send('begin');
  const startedAt = performance.now();
  const { result, spent } = await spending({ ...apis, postgres: target.postgres }, () =>
    watchingLocks({ url: target.databaseUrl }, () => wait(target.seconds * 1000)),
  );
  child.send('stop');
  const [burst] = (await once(child, 'message')) as [Burst];
  const seconds = (performance.now() - startedAt) / 1000;
  const { sent, problems, ...times } = burst;
  return { ...times, processes: servers.length, perSecond: sent / seconds, problems, spent, waits: result.waits };
}

const rounded = (value: number): string => value.toFixed(1);

/** Processor milliseconds of Node and of PostgreSQL for a thousand page views. */
export function costsOf({ perSecond: views, spent: { seconds, processor } }: Load) {
  const thousands = (views * seconds) / 1000;
  const node = Object.entries(processor).filter(([name]) => name.startsWith('api '));
  const nodeSeconds = node.reduce((sum, [, each]) => sum + each, 0);
  return { node: (nodeSeconds * 1000) / thousands, postgres: ((processor.postgres ?? 0) * 1000) / thousands };
}

export function printLoads(loads: readonly Load[]): void {
  console.log(`\nPage views over HTTP, ${sockets} under way at once, half of them of a page that was told before:`);
  console.table(
    loads.map((load) => {
      const { node, postgres } = costsOf(load);
      const { seconds, processor } = load.spent;
      return {
        processes: load.processes,
        'stored in a second': Math.round(load.perSecond),
        'answer p50 ms': rounded(load.p50),
        'answer p99 ms': rounded(load.p99),
        refused: JSON.stringify(load.problems),
        'Node, processor ms a thousand': rounded(node),
        'PostgreSQL, processor ms a thousand': rounded(postgres),
        'machine busy, cores': rounded((processor.machine ?? 0) / seconds),
        'looks with a writer in a lock, %': rounded(load.waits.share * 100),
        'longest wait seen, ms': rounded(load.waits.longest),
      };
    }),
  );
}
