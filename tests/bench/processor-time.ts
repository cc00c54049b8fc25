import { readdir, readFile } from 'node:fs/promises';
import { cpus } from 'node:os';

const ticksPerSecond = 100;

interface Found {
  readonly pid: number;
  readonly parent: number;
  /** On a processor, in user and system mode, with children that have ended. */
  readonly seconds: number;
}

/** Every process of the machine, as Linux tells of them; none elsewhere. */
async function processes(): Promise<Found[]> {
  const names = await readdir('/proc').catch(() => []);
  const found = await Promise.all(
    names
      .map(Number)
      .filter((pid) => pid > 0)
      .map(async (pid) => {
        const line = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
        // The fields after the command's name, which may hold spaces.
        const fields = line
          .slice(line.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number);
        const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
        return { pid, parent: fields[1] ?? 0, seconds: ticks / ticksPerSecond };
      }),
  );
  return found.filter(({ parent }) => parent > 0);
}

/** Processor seconds by name, each with all that the process has started. */
export type ProcessorTime = Readonly<Record<string, number>>;

export async function processorTime(pids: Readonly<Record<string, number>>): Promise<ProcessorTime> {
  const all = await processes();
  const ofTree = (pid: number): number =>
    all.reduce((sum, one) => sum + (one.pid === pid ? one.seconds : one.parent === pid ? ofTree(one.pid) : 0), 0);
  const own = Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, ofTree(pid)]));
  const { user, system } = process.cpuUsage();
  return { ...own, bench: (user + system) / 1_000_000, machine: machineSeconds() };
}

const machineSeconds = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000;

/** What a stretch took of the processors, and how long it was, in seconds. */
export interface Spent {
  readonly seconds: number;
  readonly processor: ProcessorTime;
}

/** Measures what processes take while something is done. */
export async function spending<Result>(
  pids: Readonly<Record<string, number>>,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly spent: Spent }> {
  const [before, start] = [await processorTime(pids), performance.now()];
  const result = await work();
  const seconds = (performance.now() - start) / 1000;
  const after = await processorTime(pids);
  const processor = Object.fromEntries(Object.entries(after).map(([name, at]) => [name, at - (before[name] ?? 0)]));
  return { result, spent: { seconds, processor } };
}
