import { expect, it } from 'vitest';
import { countTests } from '#launch/test-report.ts';

const told = (status: string, ...failureMessages: string[]) => ({
  status,
  fullName: `a ${status} test`,
  failureMessages,
});
const report = (...assertionResults: ReturnType<typeof told>[]) => {
  const failed = assertionResults.filter(({ status }) => status === 'failed').length;
  return {
    numPassedTests: assertionResults.length - failed,
    numFailedTests: failed,
    testResults: [{ name: '/anywhere/page.test.ts', status: failed > 0 ? 'failed' : 'passed', assertionResults }],
  };
};
const count = (content: object, exitCode = 0) => countTests(JSON.stringify(content), exitCode);

it('names a test that passed only when it was tried again, and what had failed', () => {
  const counts = count(report(told('passed'), told('passed', 'Timeout 30000ms exceeded.')));
  expect(counts).toEqual({
    passed: 2,
    failed: 0,
    secondTries: ['page.test.ts: a passed test\n  Timeout 30000ms exceeded.'],
  });
});

it('counts what failed, and names it no second time', () => {
  expect(count(report(told('passed'), told('failed', 'wrong')), 1)).toEqual({ passed: 1, failed: 1, secondTries: [] });
});

it('counts a file that did not load, a run that broke off and one that wrote nothing as failures', () => {
  const { testResults, ...counted } = report();
  const broken = { ...counted, testResults: testResults.map((file) => ({ ...file, status: 'failed' })) };
  expect(count(broken, 1).failed).toBe(1);
  expect(count(report(told('passed')), 1).failed).toBe(1);
  expect(countTests(undefined, 0).failed).toBe(1);
});
