import { expect, test } from 'vitest';
import { sourceFiles } from '#tests/support/source-files.ts';

const outside = sourceFiles('web').filter(
  ({ path }) =>
    path.startsWith('web/staff/') && !path.startsWith('web/staff/platform/apollo/') && !path.includes('.generated.'),
);
const linesWith = (pattern: RegExp) => outside.flatMap(({ path, text }) => (pattern.test(text) ? [path] : []));

test('how fresh an answer is, is said in web/staff/platform/apollo/freshness.ts alone', () => {
  expect(outside.length).toBeGreaterThan(300);
  expect(linesWith(/fetchPolicy/i)).toEqual([]);
});

test('what a mutation makes stale is said in web/staff/platform/apollo/stale-lists.ts alone', () => {
  expect(linesWith(/refetchQueries: \[|awaitRefetchQueries/)).toEqual([]);
  // An erased child leaves the memory of the page; no list is meant.
  expect(linesWith(/\.evict\(/)).toEqual(['web/staff/features/privacy/erase-dialog.tsx']);
});
