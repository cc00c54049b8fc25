import { basename } from 'node:path';
import { z } from 'zod';

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** The tests and files that failed, each with what failed. */
  readonly failures: readonly string[];
  /** The browser tests that failed and passed when tried again, each with what failed. */
  readonly secondTries: readonly string[];
}

/**
 * Counts what Vitest's JSON report tells; undefined where it wrote none. A file that does not load and a run that breaks
 * off are failures too.
 */
export function countTests(report: string | undefined, exitCode: number): Counts {
  if (report === undefined) return { passed: 0, failed: 1, failures: [], secondTries: [] };
  const { numPassedTests: passed, numFailedTests, testResults } = Report.parse(JSON.parse(report));
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = numFailedTests + brokenFiles.length;
  const named = (wanted: 'passed' | 'failed') =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(
          ({ status, failureMessages }) => status === wanted && (wanted === 'failed' || failureMessages.length > 0),
        )
        .map((test) => [`${basename(name)}: ${test.fullName}`, ...test.failureMessages.flatMap(gist)].join('\n  ')),
    );
  const failures = [...brokenFiles.map(({ name }) => `${basename(name)}: outside its tests`), ...named('failed')];
  const secondTries = named('passed');
  // An error outside any test fails the run without failing a test.
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, failures, secondTries };
}

const mostLines = 12;

/**
 * What failed, in a few lines, and its places in the tests. Without the page that Testing Library adds: where only the last
 * lines of a run are shown, one page would hide everything else.
 */
function gist(message: string): readonly string[] {
  const lines = message.split('\n');
  const places = lines.filter((line) => /^\s+at .*\/tests\//.test(line)).map((line) => line.trim());
  const end = lines.findIndex((line) => /^\s*(?:<|at )/.test(line));
  const told = lines.slice(0, end === -1 ? mostLines : Math.min(end, mostLines));
  return [...told.filter((line) => line.trim() !== ''), ...places];
}
