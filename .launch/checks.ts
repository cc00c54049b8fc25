import type { Progress } from './context.ts';
import { explain } from './problem.mjs';
import { timesTable } from '#tests/support/times/table.ts';
import { runTests, watchTests } from './tests.ts';
import { runTool } from './tool.ts';

const TOOLS = {
  // ESLint's typed rules need TypeScript 5; its seventh version checks the same in a third of the time.
  types: { pack: 'typescript-7', bin: 'tsc', args: ['--noEmit'] },
  // The typed rules load the whole program, for which Node's default heap of 4 GB is too small.
  lint: { pack: 'eslint', bin: 'eslint', args: ['.'], env: { NODE_OPTIONS: '--max-old-space-size=6144' } },
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
  const failedParts: Part[] = [];
  const check = async (part: keyof typeof TOOLS): Promise<void> => {
    try {
      await progress.step(`Checking ${part}`, () => runTool({ root, ...TOOLS[part], args: [...TOOLS[part].args] }));
    } catch (error) {
      progress.line(explain(error));
      failedParts.push(part);
    }
  };
  // The lint takes as long as the others together.
  const checks = parts.filter((part) => part !== 'tests');
  const isLint = (part: Part): boolean => part === 'lint';
  const inOrder = async (some: typeof checks): Promise<void> => {
    for (const part of some) await check(part);
  };
  await Promise.all([inOrder(checks.filter(isLint)), inOrder(checks.filter((part) => !isLint(part)))]);
  if (parts.includes('tests')) {
    counts = await runTests({ root, progress, args: testArgs });
    if (times) progress.line(timesTable());
  }
  if (failedParts.length > 0) progress.line(`Failed: ${failedParts.join(', ')}. Each counts as one failure.`);
  const failed = counts.failed + failedParts.length;
  const passed = counts.passed + checks.length - failedParts.length;
  progress.line(`${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}
