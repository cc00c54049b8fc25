import { spawn } from 'node:child_process';

const running = new Set();

// Ends the child when this process ends.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Runs a program to its end. Its output is shown live or, by default, kept for the case of failure. */
export function runChild({ command, args, cwd, env = process.env, show = false, keys = false, shell = false }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      stdio: [keys ? 'inherit' : 'ignore', ...(show ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
    });
    let output = '';
    const collect = (chunk) => (output = (output + chunk).slice(-20_000));
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    running.add(child);
    child.on('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? 1, signal, output });
    });
  });
}
