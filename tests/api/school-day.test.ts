import { expect, test } from 'vitest';
import { schoolDay } from '#api/ground/school-day.ts';

test('the day changes with the second in which it begins where the school is, for each zone by itself', () => {
  const lastSecond = new Date('2026-04-01T14:59:59.999Z');
  const midnight = new Date('2026-04-01T15:00:00.000Z');
  expect(schoolDay('Asia/Tokyo', lastSecond)).toBe('2026-04-01');
  expect(schoolDay('Asia/Tokyo', midnight)).toBe('2026-04-02');
  expect(schoolDay('UTC', midnight)).toBe('2026-04-01');
  expect(schoolDay('Asia/Tokyo', new Date('2026-04-01T15:00:00.500Z'))).toBe('2026-04-02');
  expect(schoolDay('Asia/Tokyo', lastSecond)).toBe('2026-04-01');
});
