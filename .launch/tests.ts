import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { removeForgottenClusters } from '#api/db/embedded/throw-away.ts';
import { findBrowser } from './browser.ts';
import type { Progress } from './context.ts';
import { runChild } from './run-child.mjs';
import { toolPath } from './tool.ts';

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Runs the test suites and counts: a file that does not load and a run that breaks off are failures too. */
export async function runTests({
  root,
  progress,
  args,
}: {
  root: string;
  progress: Progress;
  args: readonly string[];
}) {
  const browser = await findBrowser(progress);
  const folder = await mkdtemp(join(tmpdir(), 'manabook-report-'));
  const report = join(folder, 'report.json');
  try {
    const vitest = await toolPath({ root, pack: 'vitest', bin: 'vitest' });
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const { code } = await runChild({
      command: process.execPath,
      args: [vitest, 'run', ...reporters, ...args],
      cwd: root,
      env: { ...process.env, ...(browser ? { CHROMIUM_PATH: browser } : { MANABOOK_NO_BROWSER: '1' }) },
      show: true,
    });
    const counts = await count(report, code);
    if (!browser) progress.line(WITHOUT_BROWSER);
    return counts;
  } finally {
    await removeForgottenClusters();
    await rm(folder, { recursive: true, force: true });
  }
}

async function count(file: string, code: number): Promise<Counts> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numFailedTests, testResults } = Report.parse(JSON.parse(text));
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = numFailedTests + brokenFiles.length;
  // An error outside any test fails the run without failing a test.
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

const WITHOUT_BROWSER = `
!! THE BROWSER TESTS WERE LEFT OUT: NO CHROMIUM OR CHROME WAS FOUND AND NONE COULD BE INSTALLED.
!! Install one, or say where it is with CHROMIUM_PATH, and run the tests again.`;
