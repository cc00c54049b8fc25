import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeForgottenClusters } from '#api/ground/db/embedded/throw-away.ts';
import { removeForgottenFolders } from '#tests/support/run-folder.ts';
import { findBrowser } from './browser.ts';
import type { Progress } from './context.ts';
import { runChild } from './run-child.mjs';
import { countTests, type Counts } from './test-report.ts';
import { temporaryPlaces } from './temporary-places.ts';
import { toolPath } from './tool.ts';

interface TestsOptions {
  readonly root: string;
  readonly progress: Progress;
  /** Arguments for vitest: files, names. */
  readonly args: readonly string[];
}

/** Runs the tests that a change affects, at each change, until stopped. Resolves with the exit code. */
export async function watchTests({ root, progress, args }: TestsOptions): Promise<number> {
  const browser = await findBrowser(progress);
  try {
    const { code } = await runVitest({ root, browser, args: ['watch', ...args], keys: true });
    return code;
  } finally {
    await removeForgotten();
  }
}

/** Runs the test suites and counts: a file that does not load and a run that breaks off are failures too. */
export async function runTests({ root, progress, args }: TestsOptions): Promise<Counts> {
  const browser = await findBrowser(progress);
  const folder = await mkdtemp(join(tmpdir(), 'manabook-report-'));
  // A Ctrl-C ends this process without coming back here.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const report = join(folder, 'report.json');
  try {
    const times = '--reporter=tests/support/times/reporter.ts';
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, times];
    const { code } = await runVitest({ root, browser, args: ['run', ...reporters, ...args] });
    const counts = countTests(await readFile(report, 'utf8').catch(() => undefined), code);
    for (const line of counts.secondTries) progress.line(`Passed at its second try only: ${line}`);
    // Repeats the failures at the end, since Vitest's own list is far above.
    for (const line of counts.failures) progress.line(`Failed: ${line}`);
    if (!browser) progress.line(WITHOUT_BROWSER);
    return counts;
  } finally {
    await removeForgotten();
  }
}

/** Ends and removes what killed runs have left: their PostgreSQL and their temporary files. */
export async function removeForgotten(): Promise<void> {
  await Promise.all(temporaryPlaces().map((place) => removeForgottenClusters(place)));
  await removeForgottenFolders();
}

interface VitestOptions {
  readonly root: string;
  readonly browser: string | undefined;
  readonly args: readonly string[];
  readonly keys?: boolean;
}

async function runVitest({ root, browser, args, keys = false }: VitestOptions): Promise<{ readonly code: number }> {
  const vitest = await toolPath({ root, pack: 'vitest', bin: 'vitest' });
  return runChild({
    command: process.execPath,
    args: [vitest, ...args],
    cwd: root,
    env: { ...process.env, ...(browser ? { CHROMIUM_PATH: browser } : { MANABOOK_NO_BROWSER: '1' }) },
    show: true,
    keys,
    // Its workers, their servers and their browsers end with it, also one that no longer answers. Keys reach a terminal's own group only.
    group: !keys,
  });
}

const WITHOUT_BROWSER = `
!! THE BROWSER TESTS WERE LEFT OUT: NO CHROMIUM OR CHROME WAS FOUND AND NONE COULD BE INSTALLED.
!! Install one, or say where it is with CHROMIUM_PATH, and run the tests again.`;
