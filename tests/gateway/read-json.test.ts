import { expect, test } from 'vitest';
import { createJsonReader } from '#gateway/rest/read-json.ts';

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

test('bytes that come again give one value that nobody can change', () => {
  const read = createJsonReader().read;
  const first = read(bytes([{ name: '桜' }]));
  const second = read(bytes([{ name: '桜' }]));
  expect(second).toEqual([{ name: '桜' }]);
  expect(second).not.toBe(first);
  expect(read(bytes([{ name: '桜' }]))).toBe(second);
  expect(Object.values(second ?? {}).every(Object.isFrozen)).toBe(true);
});

test('bytes of the same length are told apart, however many there are', () => {
  const read = createJsonReader().read;
  for (let round = 0; round < 3; round += 1)
    for (let number = 100; number < 200; number += 1) expect(read(bytes({ number }))).toEqual({ number });
});

test('what is not JSON has no value, however often it comes', () => {
  const read = createJsonReader().read;
  for (const text of ['', '<html>', '{"cut":', '{"cut":']) expect(read(Buffer.from(text))).toBeUndefined();
});

const filler = 'x'.repeat(100_000);
/** A hundred answers of a hundred kilobytes, of which no two are equal. */
const manyAnswers = Array.from({ length: 100 }, (_, number) => bytes({ number, filler: filler.slice(number) }));

test('answers that come once do not push out what comes again', () => {
  const read = createJsonReader().read;
  const kept = bytes({ number: -1, filler });
  read(kept);
  const value = read(kept);
  for (const answer of manyAnswers) read(answer);
  expect(read(kept)).toBe(value);
});

test('of ever new answers that come again it keeps a few megabytes', () => {
  const read = createJsonReader().read;
  const kept = bytes({ number: -1, filler });
  read(kept);
  const value = read(kept);
  for (const answer of manyAnswers) for (let time = 0; time < 2; time += 1) read(answer);
  expect(read(kept)).not.toBe(value);
  expect(read(kept)).toEqual(value);
});
