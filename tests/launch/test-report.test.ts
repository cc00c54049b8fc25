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
    failures: [],
    secondTries: ['page.test.ts: a passed test\n  Timeout 30000ms exceeded.'],
  });
});

it('counts and names what failed, with its place in the test and without the page’s elements', () => {
  const message = [
    'Error: no “Save”',
    '<body>',
    '  <main />',
    '</body>',
    '    at wait (/any/node_modules/dom/wait.js:1:2)',
    '    at /any/tests/page.test.ts:3:4',
  ].join('\n');
  expect(count(report(told('passed'), told('failed', message)), 1)).toEqual({
    passed: 1,
    failed: 1,
    failures: ['page.test.ts: a failed test\n  Error: no “Save”\n  at /any/tests/page.test.ts:3:4'],
    secondTries: [],
  });
});

it('counts a file that did not load, a run that broke off and one that wrote nothing as failures', () => {
  const { testResults, ...counted } = report();
  const broken = { ...counted, testResults: testResults.map((file) => ({ ...file, status: 'failed' })) };
  expect(count(broken, 1)).toMatchObject({ failed: 1, failures: ['page.test.ts: outside its tests'] });
  expect(count(report(told('passed')), 1).failed).toBe(1);
  expect(countTests(undefined, 0).failed).toBe(1);
});
