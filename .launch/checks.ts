import type { Progress } from './context.ts';
import { explain } from './problem.mjs';
import { timesTable } from '#tests/support/times/table.ts';
import { runTests, watchTests } from './tests.ts';
import { runTool } from './tool.ts';

const TOOLS = {
  types: { pack: 'typescript', bin: 'tsc', args: ['--noEmit'] },
  lint: { pack: 'eslint', bin: 'eslint', args: ['.'] },
  format: { pack: 'prettier', bin: 'prettier', args: ['--check', '.'] },
  'dead code': { pack: 'knip', bin: 'knip', args: [] },
} as const;

type Part = keyof typeof TOOLS | 'tests';

interface ChecksOptions {
  readonly root: string;
  readonly progress: Progress;
  readonly parts: readonly Part[];
  /** Arguments for vitest: files, names. */
  readonly testArgs: readonly string[];
  /** Whether to print where the tests' time went. */
  readonly times: boolean;
  /** Whether to run the tests again at each change until stopped. */
  readonly watch: boolean;
}

/** Runs every part, even after a failure; the last line is the summary. Resolves with the exit code. */
export async function runParts({ root, progress, parts, testArgs, times, watch }: ChecksOptions): Promise<number> {
  if (watch) return watchTests({ root, progress, args: testArgs });
  let counts = { passed: 0, failed: 0 };
  const failedParts: string[] = [];
  for (const part of parts) {
    if (part === 'tests') {
      counts = await runTests({ root, progress, args: testArgs });
      if (times) progress.line(timesTable());
      continue;
    }
    try {
      await progress.step(`Checking ${part}`, () => runTool({ root, ...TOOLS[part], args: [...TOOLS[part].args] }));
    } catch (error) {
      progress.line(explain(error));
      failedParts.push(part);
    }
  }
  if (failedParts.length > 0) progress.line(`Failed: ${failedParts.join(', ')}. Each counts as one failure.`);
  const failed = counts.failed + failedParts.length;
  const passed = counts.passed + parts.filter((part) => part !== 'tests').length - failedParts.length;
  progress.line(`${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}
