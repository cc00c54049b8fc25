import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { RecastOrder } from './recast/answer.ts';
import { recastProgram } from './recast/program.ts';

/** Milliseconds for the process to come, which is long on a busy machine, and of work with the file. */
const [startMs, limitMs] = [120_000, 20_000];
// A stopped process, or a machine that sleeps, is given longer.
const patienceMs = 120_000;
const heapMegabytes = 256;

/** The process ended through no fault of the file: killed from outside, stopped, or never started. Another try may do. */
export class RecordingInterrupted extends Error {}

/** What the disk said to the other process, with its code. */
class DiskTrouble extends Error {
  readonly code: string;

  constructor(code: string) {
    super('The recording could not be written');
    this.code = code;
  }
}

/**
 * Reads a recording in a process with a limit of time and memory. Resolves to its answer, and to undefined when the file
 * took more of either than any file needs. Rejects when the process ended otherwise.
 */
export async function recastApart(order: RecastOrder): Promise<string | undefined> {
  const args = [`--max-old-space-size=${heapMegabytes}`, ...recastProgram.args, JSON.stringify(order)];
  // Of the environment nothing: it holds what opens the database. At the end of its input, the process ends as well.
  const child = spawn(process.execPath, args, { env: {}, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => {});
  const limits = holdToLimits(child);
  const over = Promise.all([ended(child), text(child.stdout), text(child.stderr)]);
  const [{ code, signal }, said, complaint] = await over.finally(() => limits.end());
  if (code === 0) return said;
  if (limits.exceeded() || isOutOfMemory(complaint)) return undefined;
  if (code === 2) throw new DiskTrouble(complaint);
  throw new RecordingInterrupted(`The process that reads recordings ended with ${signal ?? `code ${code}`}`);
}

// V8 says so on its way out, by SIGABRT or SIGTRAP; the same signals without the words come from outside.
const isOutOfMemory = (complaint: string): boolean => /FATAL ERROR|Fatal JavaScript/.test(complaint);

function holdToLimits(child: ChildProcess) {
  let exceeded = false;
  let waited = 0;
  let limit = setTimeout(() => child.kill('SIGKILL'), startMs);
  const look = async () => {
    waited += limitMs;
    exceeded = (await cpuMs(child.pid)) >= limitMs / 2;
    if (exceeded || waited >= patienceMs) child.kill('SIGKILL');
    else limit = setTimeout(() => void look(), limitMs);
  };
  child.stdout?.once('readable', () => {
    clearTimeout(limit);
    limit = setTimeout(() => void look(), limitMs);
  });
  return {
    exceeded: () => exceeded,
    end: () => clearTimeout(limit),
  };
}

const ticksPerSecond = 100;

// Time on a processor. Where the system does not tell, the time that has passed stands for it.
async function cpuMs(pid: number | undefined): Promise<number> {
  const line = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  // The fields after the command's name, which may hold spaces; the 12th and 13th of them are user and system time.
  const fields = line?.slice(line.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields?.[11]) + Number(fields?.[12]);
  return Number.isNaN(ticks) ? Infinity : (ticks * 1000) / ticksPerSecond;
}

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const ended = (child: ChildProcess): Promise<Ending> =>
  new Promise((resolve, reject) =>
    child.once('error', reject).once('close', (code, signal) => resolve({ code, signal })),
  );
