import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isRunning } from '#api/ground/db/embedded/processes.ts';

// Starts a second program, which ends neither by itself nor by SIGTERM, and says both ids.
const second = `process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1_000); console.log(process.pid);`;
const first = `
  import { spawn } from 'node:child_process';
  const child = spawn(process.execPath, ['--eval', ${JSON.stringify(second)}]);
  child.stdout.on('data', (id) => console.log(process.pid, String(id)));`;

test('an interrupted command ends what it runs, and what that has started, and takes neither for failed', async () => {
  const command = `
    import { runChild, endChildren } from ${JSON.stringify(new URL('../../.launch/run-child.mjs', import.meta.url))};
    const args = ['--input-type=module', '--eval', ${JSON.stringify(first)}];
    process.on('SIGINT', async () => { await endChildren(); process.exit(130); });
    runChild({ command: process.execPath, args, cwd: '.', show: true, group: true }).finally(() => console.log('failed'));`;
  const running = spawn(process.execPath, ['--input-type=module', '--eval', command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  running.stdout.on('data', (text: Buffer) => (said += text.toString()));
  await once(running.stdout, 'data');
  const ids = said.trim().split(' ').map(Number);
  expect(ids.map(isRunning)).toEqual([true, true]);
  running.kill('SIGINT');
  expect(await once(running, 'close')).toEqual([130, null]);
  expect(ids.map(isRunning)).toEqual([false, false]);
  expect(said).not.toContain('failed');
});
