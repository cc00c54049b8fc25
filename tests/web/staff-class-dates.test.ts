import { describe, expect, test } from 'vitest';
import { dayInWords, today } from '#web/shared/i18n/days.ts';
import { classPhase } from '#web/staff/features/classes/status/class-status.tsx';
import { endingYear, schoolYearFor } from '#web/staff/features/classes/form/school-year.ts';
import { staffName } from '#schema/staff-name.ts';

describe('the school year of a new class', () => {
  test.each([
    ['2026-04-01', '2026-04-01', '2027-03-31'],
    ['2026-12-31', '2026-04-01', '2027-03-31'],
    ['2027-01-01', '2027-04-01', '2028-03-31'],
    ['2027-03-31', '2027-04-01', '2028-03-31'],
  ])('made on %s runs from %s to %s', (day, startDate, endDate) => {
    expect(schoolYearFor(day)).toEqual({ startDate, endDate });
  });
});

describe('the school year whose classes are turned', () => {
  test.each([
    ['2027-01-01', 2026],
    ['2027-03-31', 2026],
    ['2027-04-01', 2026],
    ['2027-05-31', 2026],
    ['2027-06-01', 2027],
    ['2027-12-31', 2027],
  ])('is on %s at first that of %i', (day, year) => {
    expect(endingYear(day)).toBe(year);
  });
});

describe('where a class stands', () => {
  const year = { startDate: '2026-04-01', endDate: '2027-03-31' };
  test.each([
    ['2026-03-31', { kind: 'startsIn', days: 1 }],
    ['2026-06-01', { kind: 'running' }],
    ['2027-03-19', { kind: 'endsIn', days: 12 }],
    ['2027-03-31', { kind: 'endsToday' }],
    ['2027-04-01', { kind: 'ended' }],
  ])('on %s', (day, phase) => {
    expect(classPhase(year, day)).toEqual(phase);
  });
});

test('a day is written as each language writes it, in any time zone', () => {
  expect(dayInWords('2026-04-01', 'en')).toBe('1 Apr 2026');
  expect(dayInWords('2026-04-01', 'jp')).toBe('2026年4月1日');
  expect(dayInWords('soon', 'en')).toBe('soon');
  expect(today(new Date(2026, 3, 1))).toBe('2026-04-01');
});

test('a name stands in its own order', () => {
  expect(staffName({ firstName: '美咲', lastName: '鈴木' })).toBe('鈴木 美咲');
  expect(staffName({ firstName: 'Emily', lastName: 'Brown' })).toBe('Emily Brown');
});
