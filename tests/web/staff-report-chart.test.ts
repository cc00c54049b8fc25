import { describe, expect, test } from 'vitest';
import { barsOf, spanOf, sumOf } from '#web/staff/features/reports/chart-days.ts';
import { dayAfter } from '#web/staff/features/reports/period.ts';
import { partOf, withoutPart, withPart } from '#web/staff/features/reports/report-part.ts';
import { spanBelow, spanInWords } from '#web/staff/features/reports/report-words.ts';

const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ date: dayAfter(from, n), visitors: n, views: 2 * n, duration: 1000 * n }));

describe('the bars of a chart', () => {
  test('are the days themselves, also those on which nobody came', () => {
    const bars = barsOf(days('2026-02-27', 4), 'day');
    expect(bars.map(({ from, to, visitors }) => [from, to, visitors])).toEqual([
      ['2026-02-27', '2026-02-27', 0],
      ['2026-02-28', '2026-02-28', 1],
      ['2026-03-01', '2026-03-01', 2],
      ['2026-03-02', '2026-03-02', 3],
    ]);
  });

  test('are weeks from Monday, cut at the ends of the period', () => {
    // A Friday.
    const bars = barsOf(days('2027-01-01', 12), 'week');
    expect(bars.map(({ from, to }) => [from, to])).toEqual([
      ['2027-01-01', '2027-01-03'],
      ['2027-01-04', '2027-01-10'],
      ['2027-01-11', '2027-01-12'],
    ]);
    expect(bars.map(({ visitors }) => visitors)).toEqual([3, 42, 21]);
  });

  test('are months over the end of a year and a leap day', () => {
    const bars = barsOf(days('2027-12-30', 63), 'month');
    expect(bars.map(({ from, to }) => [from, to])).toEqual([
      ['2027-12-30', '2027-12-31'],
      ['2028-01-01', '2028-01-31'],
      ['2028-02-01', '2028-02-29'],
      ['2028-03-01', '2028-03-01'],
    ]);
  });

  test.each(['day', 'week', 'month'] as const)('by %s have together what the days have', (span) => {
    const all = days('2026-04-01', 366);
    const visitors = all.reduce((sum, day) => sum + day.visitors, 0);
    expect(sumOf(barsOf(all, span))).toEqual({ visitors, views: 2 * visitors, duration: 1000 * visitors });
  });

  test('of no days are none', () => {
    expect(barsOf([], 'week')).toEqual([]);
    expect(sumOf([])).toEqual({ visitors: 0, views: 0, duration: 0 });
  });
});

describe('the length of a bar', () => {
  test.each([
    [1, 'day'],
    [62, 'day'],
    [63, 'week'],
    [186, 'week'],
    [187, 'month'],
    [366, 'month'],
  ])('of %i days is a %s unless the URL asks', (count, span) => {
    expect(spanOf(undefined, count)).toBe(span);
    expect(spanOf('century', count)).toBe(span);
    expect(spanOf('day', count)).toBe('day');
  });

  test('is named in both languages', () => {
    const bar = { from: '2026-04-06', to: '2026-04-12' };
    const day = { ...bar, to: bar.from };
    expect([spanInWords(day, 'day', 'en'), spanInWords(day, 'day', 'jp')]).toEqual(['6 Apr 2026', '2026年4月6日']);
    expect(spanInWords(bar, 'week', 'en')).toBe('6 Apr 2026 – 12 Apr 2026');
    expect(spanInWords(bar, 'week', 'jp')).toBe('2026年4月6日〜2026年4月12日');
    expect(spanInWords(bar, 'month', 'en')).toBe('April 2026');
    expect(spanInWords(bar, 'month', 'jp')).toBe('2026年4月');
    expect(spanBelow(bar, 'week', 'en')).toBe('6 Apr');
    expect(spanBelow(bar, 'month', 'jp')).toBe('2026年4月');
  });
});

describe('the part of the school in the URL', () => {
  const [one, two] = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002'];

  test('is what it names, and null for the whole', () => {
    expect(partOf({ class: one, type: 'push_and_listen' })).toEqual({
      classId: one,
      textBookId: null,
      lessonId: null,
      contentType: 'PUSH_AND_LISTEN',
    });
    expect(partOf({ book: one, unit: two })).toMatchObject({ textBookId: one, lessonId: two });
    expect(partOf({ from: '2026-01-01' })).toBeNull();
  });

  test('is the whole for what makes no sense, and a unit without its book narrows nothing', () => {
    expect(partOf({ class: 'one', book: "' or 1=1", type: '__proto__', unit: two })).toBeNull();
  });

  test('another book forgets the unit, and clearing keeps the days', () => {
    const filters = { from: '2026-01-01', to: '2026-01-02', book: one, unit: two, by: 'day' };
    expect(withPart(filters, 'book', two)).toMatchObject({ book: two, unit: undefined, from: '2026-01-01' });
    expect(withPart(filters, 'class', two)).toMatchObject({ book: one, unit: two, class: two });
    expect(partOf(withoutPart(filters))).toBeNull();
    expect(withoutPart(filters)).toMatchObject({ from: '2026-01-01', to: '2026-01-02', by: 'day' });
  });
});
