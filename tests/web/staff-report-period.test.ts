import { describe, expect, test } from 'vitest';
import { dayAfter, dayCount, periodOf, presets } from '#web/staff/features/reports/period.ts';
import { chosenOf } from '#web/staff/ui/lists/multi-filter.tsx';
import { agoInWords } from '#web/shared/i18n/ago.ts';

describe("a report's presets", () => {
  test('end the day after their last day, so that today alone is one day', () => {
    expect(presets('2026-11-21')).toEqual({
      today: { from: '2026-11-21', to: '2026-11-22' },
      week: { from: '2026-11-15', to: '2026-11-22' },
      month: { from: '2026-11-01', to: '2026-12-01' },
      schoolYear: { from: '2026-04-01', to: '2027-04-01' },
    });
  });

  test.each([
    ['2027-03-31', '2026-04-01', '2027-04-01'],
    ['2027-04-01', '2027-04-01', '2028-04-01'],
    ['2027-01-15', '2026-04-01', '2027-04-01'],
  ])('on %s the school year is %s to %s', (today, from, to) => {
    expect(presets(today).schoolYear).toEqual({ from, to });
  });

  test('cross the ends of months and years', () => {
    expect(presets('2026-12-31').month).toEqual({ from: '2026-12-01', to: '2027-01-01' });
    expect(presets('2028-03-01').week).toEqual({ from: '2028-02-24', to: '2028-03-02' });
    expect(dayAfter('2028-02-28')).toBe('2028-02-29');
    expect(dayAfter('2027-01-01', -1)).toBe('2026-12-31');
  });
});

describe("a report's period from the URL", () => {
  const week = { from: '2026-11-15', to: '2026-11-22' };

  test('is what it names', () => {
    expect(periodOf({ from: '2026-01-01', to: '2026-01-02' }, '2026-11-21')).toEqual({
      from: '2026-01-01',
      to: '2026-01-02',
    });
    expect(dayCount({ from: '2026-01-01', to: '2027-01-01' })).toBe(365);
  });

  test.each([
    {},
    { from: '2026-01-01' },
    { to: '2026-01-01' },
    { from: '2026-01-01', to: '2026-01-01' },
    { from: '2026-01-02', to: '2026-01-01' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: 'yesterday', to: 'today' },
  ])('is the last seven days for %j', (asked) => {
    expect(periodOf(asked, '2026-11-21')).toEqual(week);
  });
});

describe('a filter of several choices in the URL', () => {
  const choices = ['SUPER_ADMIN', 'TEACHER', 'SCHOOL_OWNER'] as const;

  test('keeps the known ones in their own order, and none means all', () => {
    expect(chosenOf('school_owner,teacher', choices)).toEqual(['TEACHER', 'SCHOOL_OWNER']);
    expect(chosenOf('teacher,king,__proto__', choices)).toEqual(['TEACHER']);
    expect(chosenOf('king', choices)).toBeNull();
    expect(chosenOf('', choices)).toBeNull();
    expect(chosenOf(undefined, choices)).toBeNull();
  });
});

describe('how long ago something was', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');

  test.each([
    ['2026-11-18T00:00:00Z', '3 days ago', '3日前'],
    ['2026-11-20T23:00:01Z', '59 minutes ago', '59分前'],
    ['2026-10-01T00:00:00Z', '1 month ago', '1か月前'],
    ['2024-11-01T00:00:00Z', '2 years ago', '2年前'],
    ['2026-11-22T00:00:00Z', 'this minute', '1分以内'],
  ])('%s reads as %s and %s', (instant, english, japanese) => {
    expect(agoInWords(instant, 'en', now)).toBe(english);
    expect(agoInWords(instant, 'jp', now)).toBe(japanese);
  });
});
