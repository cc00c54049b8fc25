import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { crontab, daily, hourly, timeOfDay } from '#api/app/jobs/schedule.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A minute as the queue gives it. */
function digestOf(time: number) {
  const at = new Date(time);
  const [month, date] = [at.getUTCMonth() + 1, at.getUTCDate()];
  return { min: at.getUTCMinutes(), hour: at.getUTCHours(), date, month, dow: at.getUTCDay() };
}

describe('the hour of the nightly tasks', () => {
  const minuteOf = (instant: string) => digestOf(Date.parse(instant));

  test.each([
    ['Asia/Tokyo', '18:00', true],
    ['Asia/Tokyo', '03:00', false],
    ['Asia/Kolkata', '21:30', true],
    ['UTC', '03:00', true],
  ])('is three in the morning in %s at %s UTC: %s', (zone, time, isIt) => {
    const today = new Date().toISOString().slice(0, 10);
    expect(timeOfDay('03:00', zone)(minuteOf(`${today}T${time}Z`))).toBe(isIt);
  });

  test('follows summer time', () => {
    const year = new Date().getUTCFullYear();
    const berlin = timeOfDay('03:00', 'Europe/Berlin');
    expect(berlin(minuteOf(`${year}-01-15T02:00Z`))).toBe(true);
    expect(berlin(minuteOf(`${year}-07-15T01:00Z`))).toBe(true);
    expect(berlin(minuteOf(`${year}-07-15T02:00Z`))).toBe(false);
  });
});

describe('an hourly job', () => {
  const items = crontab('Asia/Tokyo').filter(({ task }) => hourly.some(({ name }) => name === task));

  // Midnight of a school there, in UTC.
  test.each([
    ['Europe/Berlin', '2027-03-31T22:00Z'],
    ['America/Los_Angeles', '2027-04-01T07:00Z'],
    ['Asia/Kolkata', '2027-03-31T18:30Z'],
    ['Asia/Kathmandu', '2027-03-31T18:15Z'],
    ['Asia/Tokyo', '2027-03-31T15:00Z'],
  ])('runs within an hour after the midnight of a school in %s', (_, midnight) => {
    expect(items.map(({ task }) => task)).toContain('moveClassCodes');
    for (const { match } of items) {
      const minutes = Array.from({ length: 60 }, (_minute, minute) => Date.parse(midnight) + minute * minuteMs);
      expect(minutes.filter((time) => match(digestOf(time)))).toHaveLength(1);
    }
  });
});

describe('a daily job', () => {
  const times = [...new Set(['00:15', ...daily.map(({ at }) => at)])];
  const year = 2027;

  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const clockOf = (timeZone: string) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    return (time: number): string => format.format(time);
  };

  /** The first hours after the zone's clock was changed; a night of the year where it never is. */
  function changesOf(clock: (time: number) => string): readonly number[] {
    const offset = (time: number) => Date.parse(`${clock(time).replace(' ', 'T')}Z`) - time;
    const hours = Array.from({ length: 366 * 24 }, (_, hour) => Date.UTC(year, 0, 1, hour));
    const changes = hours.filter((time) => offset(time) !== offset(time - hourMs));
    return changes.length === 0 ? [Date.UTC(year, 2, 28)] : changes;
  }

  test.each([
    ['Europe/Berlin', 2],
    ['America/New_York', 2],
    // At midnight: the day begins at 01:00, and the hour before it comes twice.
    ['America/Santiago', 2],
    // The hour after midnight comes twice.
    ['America/Havana', 2],
    // By half an hour.
    ['Australia/Lord_Howe', 2],
    // By two hours.
    ['Antarctica/Troll', 2],
    ['Asia/Tokyo', 1],
  ])('runs once on each day of %s, also where the clock is changed over its time', (timeZone, nights) => {
    const clock = clockOf(timeZone);
    const changes = changesOf(clock);
    expect(changes).toHaveLength(nights);
    for (const change of changes) {
      vi.setSystemTime(change);
      const minutes = Array.from({ length: 72 * 60 }, (_, minute) => {
        const time = change - 36 * hourMs + minute * minuteMs;
        const [day = '', shown = ''] = clock(time).split(' ');
        return { time, day, shown };
      });
      const wholeDays = minutes.filter(({ day }) => day !== minutes[0]?.day);
      for (const at of times) {
        const due = new Map<string, string>();
        for (const { time, day, shown } of wholeDays)
          if (shown >= at && !due.has(day)) due.set(day, new Date(time).toISOString());
        const isTime = timeOfDay(at, timeZone);
        const runs = wholeDays.filter(({ time }) => isTime(digestOf(time)));
        const run = runs.map(({ time }) => new Date(time).toISOString());
        expect(run, `${at} in ${timeZone}`).toEqual([...due.values()]);
        expect(run.length).toBeGreaterThanOrEqual(2);
      }
    }
  });
});
