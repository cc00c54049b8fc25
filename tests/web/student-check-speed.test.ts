import { expect, it } from 'vitest';
import { speedResult } from '#web/student/features/check/speed.ts';

it.each([
  [125_000, 1000, 1, 'good'],
  [124_000, 1000, 0.992, 'bad'],
  [250_000, 500, 4, 'good'],
  [250_000, 0, 2000, 'good'],
])('%i bytes in %i ms are %d Mbit/s: %s', (bytes, milliseconds, speed, step) => {
  expect(speedResult(bytes, milliseconds)).toMatchObject({ step, speed });
});
