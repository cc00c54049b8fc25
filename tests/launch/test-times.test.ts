import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { countingLost, processorTime } from '#tests/support/times/processor.ts';

const works = 'while (process.cpuUsage().user < 600_000); console.log("worked"); setInterval(() => {}, 1_000)';

it('the processor time of a test file keeps that of a browser’s processes, which nobody waits for', async () => {
  // As a browser that is closed: its own process ends before those that it has started.
  const parent = spawn('sh', ['-c', '"$0" -e "$1" & wait', process.execPath, works], { detached: true });
  await once(parent.stdout, 'data');
  const before = processorTime();
  await countingLost(async () => {
    process.kill(-(parent.pid ?? 0), 'SIGKILL');
    await once(parent, 'exit');
  });
  expect(processorTime()).toBeGreaterThanOrEqual(before);
});
