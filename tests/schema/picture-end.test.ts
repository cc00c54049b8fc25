import { expect, test } from 'vitest';
import { hidesMore, pictureEnd } from '#schema/rules/picture-end.ts';
import { picture } from '#tests/support/media-samples.ts';

const smallest = Buffer.from('ffd8ffd9', 'hex');
const appended = async (count: number, ...more: Buffer[]) =>
  Buffer.concat([await picture('jpeg'), ...Array.from({ length: count }, () => smallest), ...more]);

test('the pictures that a camera appends are no hidden data, with padding between them', async () => {
  for (const count of [0, 1, 16]) expect(hidesMore(await appended(count), 'jpeg')).toBe(false);
  const padded = Buffer.concat([await appended(1), Buffer.alloc(900), smallest, Buffer.alloc(9)]);
  expect(hidesMore(padded, 'jpeg')).toBe(false);
});

test.each([17, 400_000])('%i appended pictures are hidden data, as is whatever follows them', async (count) => {
  expect(hidesMore(await appended(count), 'jpeg')).toBe(true);
  expect(hidesMore(await appended(count, Buffer.from('PK\x03\x04rest')), 'jpeg')).toBe(true);
});

test.each(['jpeg', 'png', 'gif', 'webp'] as const)('a %s that is cut off anywhere is truncated', async (format) => {
  const whole = await picture(format, 8, 8);
  expect(pictureEnd(whole, format)).toBe(whole.length);
  for (let length = 0; length < whole.length; length += 1)
    expect(pictureEnd(whole.subarray(0, length), format) ?? whole.length).toBeGreaterThan(length);
});
