import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeForgottenClusters } from '#api/db/embedded/throw-away.ts';
import { findBrowser } from './browser.ts';
import type { Progress } from './context.ts';
import { runChild } from './run-child.mjs';
import { countTests, type Counts } from './test-report.ts';
import { toolPath } from './tool.ts';

/** Runs the test suites and counts: a file that does not load and a run that breaks off are failures too. */
export async function runTests({
  root,
  progress,
  args,
}: {
  root: string;
  progress: Progress;
  args: readonly string[];
}): Promise<Counts> {
  const browser = await findBrowser(progress);
  const folder = await mkdtemp(join(tmpdir(), 'manabook-report-'));
  const report = join(folder, 'report.json');
  try {
    const vitest = await toolPath({ root, pack: 'vitest', bin: 'vitest' });
    const times = '--reporter=tests/support/times/reporter.ts';
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, times];
    const { code } = await runChild({
      command: process.execPath,
      args: [vitest, 'run', ...reporters, ...args],
      cwd: root,
      env: { ...process.env, ...(browser ? { CHROMIUM_PATH: browser } : { MANABOOK_NO_BROWSER: '1' }) },
      show: true,
    });
    const counts = countTests(await readFile(report, 'utf8').catch(() => undefined), code);
    for (const line of counts.secondTries) progress.line(`Passed at its second try only: ${line}`);
    if (!browser) progress.line(WITHOUT_BROWSER);
    return counts;
  } finally {
    await removeForgottenClusters();
    await rm(folder, { recursive: true, force: true });
  }
}

const WITHOUT_BROWSER = `
!! THE BROWSER TESTS WERE LEFT OUT: NO CHROMIUM OR CHROME WAS FOUND AND NONE COULD BE INSTALLED.
!! Install one, or say where it is with CHROMIUM_PATH, and run the tests again.`;
