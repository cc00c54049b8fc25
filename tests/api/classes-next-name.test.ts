import { expect, test } from 'vitest';
import { moveYears } from '#api/domains/classes/next-name.ts';

const from = [2026, 2027];

test.each([
  ['3年1組 2026年度', '3年1組 2027年度'],
  ['２０２６年度 ３年１組', '２０２７年度 ３年１組'],
  ['English 2026-27', 'English 2027-28'],
  ['English 2026/2027', 'English 2027/2028'],
  ['2026-04 starters', '2027-04 starters'],
  ['令和8年度 5組', '令和9年度 5組'],
  ['令和８年度', '令和９年度'],
  ['R8 年長', 'R9 年長'],
  ['FY2027', 'FY2028'],
])('%s becomes %s', (name, next) => {
  expect(moveYears(name, { from, years: 1 })).toBe(next);
});

test.each(['3年1組', 'Room 2010', 'Book 12026', '令和3年度の友', 'R2D2', 'PR8', '2025年度'])(
  '%s has no year that the class runs in, and stays',
  (name) => {
    expect(moveYears(name, { from, years: 1 })).toBe(name);
  },
);

test('moves as many years as asked, over the turn of an era and of a century', () => {
  expect(moveYears('2026', { from, years: 3 })).toBe('2029');
  expect(moveYears('令和元年度', { from: [2019], years: 1 })).toBe('令和2年度');
  expect(moveYears('2098-99', { from: [2098, 2099], years: 1 })).toBe('2099-00');
});
