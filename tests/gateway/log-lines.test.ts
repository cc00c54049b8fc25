import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { collectLines } from '#gateway/log-lines.ts';

const run = promisify(execFile);

/** A destination that keeps the texts that are passed on to it. */
function keeping() {
  const texts: string[] = [];
  return { texts, write: (text: string) => void texts.push(text), flushSync: vi.fn() };
}

test('lines are passed on together, whole and in their order', () => {
  const to = keeping();
  const lines = collectLines(to);
  const written = Array.from({ length: 2_000 }, (_, number) => `{"number":${number},"filler":"${'x'.repeat(200)}"}\n`);
  for (const line of written) lines.write(line);
  lines.flushSync();
  expect(to.texts.join('')).toBe(written.join(''));
  expect(to.texts.length).toBeLessThan(50);
  expect(to.flushSync).toHaveBeenCalledOnce();
});

test('a line is passed on soon, however few there are', async () => {
  const to = keeping();
  collectLines(to).write('alone\n');
  await vi.waitFor(() => expect(to.texts).toEqual(['alone\n']));
});

test('an ending process writes its last lines, and nothing keeps it running for them', async () => {
  const logs = (end: string) => `import { createLog } from '#gateway/log.ts';
    const log = createLog('info');
    for (let number = 0; number < 1000; number += 1) log.info({ number }, 'request');
    ${end}`;
  const ends = ['process.exit(0);', '', "log.fatal('uncaught'); process.exit(1);"];
  for (const end of ends) {
    const code = ['--import', 'tsx', '--input-type=module', '--eval', logs(end)];
    const { stdout } = await run(process.execPath, code).catch((error: { stdout: string }) => error);
    const numbers = stdout.split('\n').filter((line) => line.includes('"msg":"request"'));
    expect(numbers).toHaveLength(1000);
    expect(stdout.includes('uncaught')).toBe(end.includes('uncaught'));
  }
});
