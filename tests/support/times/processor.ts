import { readdirSync, readFileSync } from 'node:fs';

// Linux counts a hundred ticks a second.
const ticksPerSecond = 100;

/** What processes have taken that nobody waited for. */
let lost = 0;

/**
 * Ends a process that leaves its own children behind: a browser's renderers become the init process's, and nobody counts
 * their time any more. What is missing after the end is kept here.
 */
export async function countingLost(end: () => Promise<void>): Promise<void> {
  const before = processorTime();
  await end();
  lost += Math.max(0, before - processorTime());
}

/** The processor time of this process and of all that it has started, in milliseconds; without /proc its own alone. */
export function processorTime(): number {
  const whole = timeOf(process.pid);
  if (whole !== undefined) return lost + whole;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The processor time of a process, of its children, and of the ended children it has waited for, in milliseconds; undefined
 * for a process that has just ended.
 */
function timeOf(pid: number): number | undefined {
  const text = textOf(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The program's name stands in brackets and may hold spaces. After it come state, parent, and from the twelfth on times.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((total, one) => total + Number(one), 0);
  return childrenOf(pid).reduce((total, child) => total + (timeOf(child) ?? 0), (ticks * 1000) / ticksPerSecond);
}

/** The kernel keeps a list of children for each thread, since each thread may start processes. */
function childrenOf(pid: number): readonly number[] {
  return threadsOf(pid).flatMap((thread) => {
    const pids = textOf(`/proc/${pid}/task/${thread}/children`)?.trim() ?? '';
    return pids === '' ? [] : pids.split(' ').map(Number);
  });
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
