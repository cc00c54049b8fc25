import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { expectedMilliseconds } from '#tests/support/longest-first.ts';
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

const expected = (file: string, figures = {}) => expectedMilliseconds(resolve('tests', file), figures);

it('in a new clone, walks over all screens begin before other browser files, and those before the rest', () => {
  const [walk, journey, rest] = ['browser/staff-screens-site', 'browser/sessions', 'api/classes'].map((name) =>
    expected(`${name}.test.ts`),
  );
  expect([walk, journey, rest]).toEqual([60_000, 12_000, 1_000]);
});

it('what a file has taken counts before any guess', () => {
  const figure = { loading: 1, setUp: 2, tests: 3, processor: 0 };
  expect(expected('browser/sessions.test.ts', { 'tests/browser/sessions.test.ts': figure })).toBe(6);
});
