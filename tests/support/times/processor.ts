import { readdirSync, readFileSync } from 'node:fs';
import { grouped } from './grouped.ts';

interface Process {
  readonly parent: number;
  /** Its own and that of the children it has waited for. */
  readonly milliseconds: number;
}

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
  const all = processes();
  if (!all.has(process.pid)) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
  const children = grouped([...all.keys()], (pid) => all.get(pid)?.parent ?? 0);
  const sum = (pid: number): number =>
    (children.get(pid) ?? []).reduce((total, child) => total + sum(child), all.get(pid)?.milliseconds ?? 0);
  return lost + sum(process.pid);
}

function processes(): ReadonlyMap<number, Process> {
  const found = new Map<number, Process>();
  for (const name of namesIn('/proc')) {
    const text = /^\d+$/.test(name) ? statOf(name) : undefined;
    if (text === undefined) continue;
    // The program's name stands in brackets and may hold spaces. After it come state, parent, and from the twelfth on times.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((total, one) => total + Number(one), 0);
    found.set(Number(name), { parent: Number(fields[1]), milliseconds: (ticks * 1000) / ticksPerSecond });
  }
  return found;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Undefined for a process that has just ended. */
function statOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
}
