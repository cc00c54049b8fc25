import { describe, expect, test } from 'vitest';
import { hasAnything, playedOn, sumOf, typesOf } from '#web/staff/features/activity/day-sums.ts';
import { mapDaysOf, periodOfMap, levelOf, stepsOf } from '#web/staff/features/activity/map-level.ts';
import type { ContentType } from '#web/staff/operations.generated.ts';

const type = (contentType: ContentType, views: number, duration = views * 10) => ({ contentType, views, duration });
const quiet = { visitors: 0, views: 0, duration: 0, types: [], recordings: 0, pictures: 0 };

describe('a class’s day', () => {
  test('has as played what plays something, and nothing else', () => {
    const types = [type('NONE', 1), type('READ', 2), type('MUSIC', 4), type('VIDEO', 8), type('GAME', 16)];
    expect(playedOn({ types: [...types, type('PUSH_AND_LISTEN', 32), type('RECORD', 64)] })).toBe(60);
    expect(playedOn({ types: [] })).toBe(0);
  });

  test('is worth a line when something was opened or sent', () => {
    expect(hasAnything(quiet)).toBe(false);
    expect(hasAnything({ ...quiet, views: 1 })).toBe(true);
    expect(hasAnything({ ...quiet, recordings: 1 })).toBe(true);
    expect(hasAnything({ ...quiet, pictures: 1 })).toBe(true);
  });

  test('adds up with others, its types the one opened most often first', () => {
    const one = { visitors: 1, views: 5, duration: 50, types: [type('READ', 2), type('GAME', 3)], recordings: 1 };
    const days = [{ ...one, pictures: 2 }, quiet, { ...quiet, visitors: 2, views: 3, types: [type('READ', 3)] }];
    expect(sumOf(days)).toEqual({ visitors: 3, views: 8, played: 3, recordings: 1, pictures: 2, duration: 50 });
    expect(typesOf(days)).toEqual([type('READ', 5), type('GAME', 3)]);
  });
});

describe('a content on the map', () => {
  const level = (views: number, most: number, seen: { lastOpenedOn?: null; neverOpened?: true } = {}) =>
    levelOf({ views, neverOpened: false, lastOpenedOn: '2031-05-09', ...seen }, stepsOf([0, most, 1]));

  test.each([
    [1, 9, 'few'],
    [3, 9, 'few'],
    [4, 9, 'some'],
    [6, 9, 'some'],
    [7, 9, 'many'],
    [9, 9, 'many'],
    [1, 1, 'few'],
    [2, 2, 'some'],
    [0, 9, 'unused'],
  ])('with %d views of at most %d is %s', (views, most, expected) => {
    expect(level(views, most)).toBe(expected);
  });

  test('that nobody ever opened is marked as such', () => {
    expect(level(0, 9, { lastOpenedOn: null, neverOpened: true })).toBe('never');
    expect(level(0, 9, { lastOpenedOn: null })).toBe('shut');
    expect(stepsOf([])).toEqual({ few: 1, some: 2 });
  });
});

describe('the days of a map', () => {
  test('are all, unless the URL names a period that there is', () => {
    expect(mapDaysOf(null)).toBe('all');
    expect(mapDaysOf('month')).toBe('month');
    expect(mapDaysOf('toString')).toBe('all');
  });

  test('are asked for by their dates', () => {
    expect(periodOfMap('all', '2026-11-21')).toBeUndefined();
    expect(periodOfMap('month', '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-12-01' });
  });
});
