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
  /** The browser tests that failed and passed when tried again, each with what failed. */
  readonly secondTries: readonly string[];
}

/**
 * Counts what Vitest's JSON report tells; undefined where it wrote none. A file that does not load and a run that breaks
 * off are failures too.
 */
export function countTests(report: string | undefined, exitCode: number): Counts {
  if (report === undefined) return { passed: 0, failed: 1, secondTries: [] };
  const { numPassedTests: passed, numFailedTests, testResults } = Report.parse(JSON.parse(report));
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = numFailedTests + brokenFiles.length;
  const secondTries = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${basename(name)}: ${fullName}\n  ${failureMessages.join('\n')}`),
  );
  // An error outside any test fails the run without failing a test.
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, secondTries };
}
