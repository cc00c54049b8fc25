import { describe, expect, test } from 'vitest';
import { eachOf } from '#api/ground/each-of.ts';

const count = 20;
const numbers = Array.from({ length: count }, (_, index) => index);

async function* stream() {
  for (const number of numbers) yield await Promise.resolve(number);
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe.each([
  ['a list', () => numbers],
  ['a stream', stream],
])('the work for %s', (_, items) => {
  test('is begun in order, for so many items at the same time', async () => {
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    await eachOf(items(), 3, async (number) => {
      begun.push(number);
      running += 1;
      most = Math.max(most, running);
      await turn();
      running -= 1;
    });
    expect(begun).toEqual(numbers);
    expect(most).toBe(3);
  });

  test('ends with the first error, after which nothing is begun', async () => {
    const begun: number[] = [];
    const working = eachOf(items(), 2, async (number) => {
      begun.push(number);
      await turn();
      if (number === 4) throw new Error('no space left');
    });
    await expect(working).rejects.toThrow('no space left');
    for (let at = 0; at < count; at += 1) await turn();
    expect(begun.length).toBeLessThan(8);
  });
});
