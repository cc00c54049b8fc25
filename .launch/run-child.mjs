import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

const running = new Map();
let ending = false;

// Ends the children when this process ends.
process.on('exit', killAll);

/**
 * Ends all children, and what those of a group of their own have started. Resolves when they are gone; their `runChild`
 * never resolves, so that nobody takes them for failed.
 */
export async function endChildren() {
  ending = true;
  const kills = [...running.values()];
  killAll();
  for (let tries = 0; tries < 100 && kills.some((kill) => kill(0)); tries += 1) await delay(50);
}

/** Runs a program to its end. Its output is shown live or, by default, kept for the case of failure. */
export function runChild({
  command,
  args,
  cwd,
  env = process.env,
  show = false,
  keys = false,
  shell = false,
  group = false,
}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      detached: group,
      stdio: [keys ? 'inherit' : 'ignore', ...(show ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
    });
    let output = '';
    const collect = (chunk) => (output = (output + chunk).slice(-20_000));
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    running.set(child, (signal) => send(group ? -child.pid : child.pid, signal));
    child.on('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      if (!ending) resolve({ code: code ?? 1, signal, output });
    });
  });
}

function killAll() {
  for (const kill of running.values()) kill('SIGKILL');
}

/** Signals a process, or with a negative id its group. Returns whether it was there. */
function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
