import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { unavailable } from '#api/ground/http/problems.ts';
import type { ApartProgram } from './program.ts';

/** In milliseconds: for the process to start, which is long on a busy machine, and for its CPU time on the file. */
const [startMs, limitMs] = [120_000, 20_000];
// In milliseconds: the time limit on the clock, for a suspended process or a sleeping machine.
const clockLimitMs = 120_000;
const heapMegabytes = 256;

/** The process ended for reasons other than the file: killed, stopped, or never started. A retry may succeed. */
class ApartInterrupted extends Error {}

/** Answers 503 for an interrupted process, since the file may be accepted when it is sent again; throws other errors on. */
export function asUnavailable(error: unknown): never {
  throw error instanceof ApartInterrupted ? unavailable() : error;
}

/** A disk error of the other process, with its code. */
class DiskTrouble extends Error {
  readonly code: string;

  constructor(code: string) {
    super('The child process could not write its file');
    this.code = code;
  }
}

/**
 * Reads files in a child process with limits of time and memory. Resolves with its answers in JSON, or with undefined when
 * the files exceed a limit. Rejects when the process ended otherwise.
 */
export async function runApart(program: ApartProgram, order: unknown): Promise<string[] | undefined> {
  const args = [`--max-old-space-size=${heapMegabytes}`, ...program.args, JSON.stringify(order)];
  // No environment, since it holds the database's password. The child ends when its input ends.
  const child = spawn(process.execPath, args, { env: {}, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => {});
  const limits = holdToLimits(child);
  const ended = Promise.all([endingOf(child), text(child.stdout), text(child.stderr)]);
  const [{ code, signal }, output, errors] = await ended.finally(() => limits.end());
  if (code === 0) return output.split('\n').filter((line) => line !== '');
  if (limits.exceeded() || isOutOfMemory(errors)) return undefined;
  if (code === 2) throw new DiskTrouble(errors);
  throw new ApartInterrupted(`The process that reads a file ended with ${signal ?? `code ${code}`}`);
}

// V8 prints this before SIGABRT or SIGTRAP when it runs out of memory; without the text the signal came from outside.
const isOutOfMemory = (errors: string): boolean => /FATAL ERROR|Fatal JavaScript/.test(errors);

function holdToLimits(child: ChildProcess) {
  let exceeded = false;
  let waited = 0;
  let limit = setTimeout(() => child.kill('SIGKILL'), startMs);
  const look = async () => {
    waited += limitMs;
    exceeded = (await cpuMs(child.pid)) >= limitMs / 2;
    if (exceeded || waited >= clockLimitMs) child.kill('SIGKILL');
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

// The CPU time; the elapsed time when the system does not report it.
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

const endingOf = (child: ChildProcess): Promise<Ending> =>
  new Promise((resolve, reject) =>
    child.once('error', reject).once('close', (code, signal) => resolve({ code, signal })),
  );
