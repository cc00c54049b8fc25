import { describe, expect, test } from 'vitest';
import { lockClasses, lockKeys } from '#api/ground/db/advisory-locks.ts';
import { sourceFiles } from '#tests/support/source-files.ts';

const home = 'api/ground/db/advisory-locks.ts';
// The numbers look alike, so one that is written elsewhere is found.
const lockNumber = /\b7_?232_?0\d\d\b/;
const writtenKey = /\bpg_(?:try_)?advisory_\w*lock\w*\(\s*\d/;

describe('an advisory lock', () => {
  test.each([
    ['one key', lockKeys],
    ['two keys', lockClasses],
  ])('of %s has a number of its own', (_, numbers) => {
    const all: readonly number[] = Object.values(numbers);
    expect(new Set(all).size).toBe(all.length);
    for (const number of all) expect(String(number)).toMatch(lockNumber);
  });

  test('has its number in the one file of all numbers', () => {
    const elsewhere = sourceFiles('api', 'gateway', 'schema', '.launch').filter(
      ({ path, text }) => path !== home && (lockNumber.test(text) || writtenKey.test(text)),
    );
    expect(elsewhere.map(({ path }) => path)).toEqual([]);
    expect('select pg_try_advisory_xact_lock(42)').toMatch(writtenKey);
    expect("pg_advisory_xact_lock(hashtextextended('merge schools', 0))").not.toMatch(writtenKey);
  });
});
